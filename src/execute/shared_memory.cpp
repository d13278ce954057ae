#include "execute/shared_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "base/result.h"
#include "runtime/version.h"

namespace espalier::execute {
namespace {

constexpr std::uint64_t input_values = 1u << 22;  // variables of one input, or of a whole batch
constexpr std::uint64_t outputs = 1u << 14;
constexpr std::uint64_t edges = 1u << 22;
constexpr std::uint64_t batch_size = 1u << 20;
constexpr std::uint64_t approaches = 1u << 20;
constexpr std::uint64_t fitness = 1u << 24;
constexpr std::uint64_t forced_sides = 1u << 20;

}  // namespace

SharedMemory::SharedMemory(std::uint32_t trace_capacity, std::uint32_t node_capacity) {
  esp_control layout = {};
  layout.version = ESP_VERSION;
  std::uint64_t at = sizeof(esp_control);
  const auto place = [&at](std::uint64_t& offset, std::uint64_t& capacity, std::uint64_t count,
                           std::size_t size) {
    at = (at + 4095) & ~std::uint64_t{4095};
    offset = at;
    capacity = count;
    at += count * size;
  };
  place(layout.input_offset, layout.input_capacity, input_values, sizeof(std::uint64_t));
  place(layout.output_offset, layout.output_capacity, outputs, sizeof(esp_output));
  place(layout.coverage_offset, layout.coverage_capacity, edges, 1);
  place(layout.batch_offset, layout.batch_capacity, batch_size, sizeof(esp_batch_result));
  place(layout.approach_offset, layout.approach_capacity, approaches, sizeof(esp_approach));
  place(layout.fitness_offset, layout.fitness_capacity, fitness, sizeof(double));
  place(layout.trace_offset, layout.trace_capacity, trace_capacity, sizeof(esp_record));
  place(layout.node_offset, layout.node_capacity, node_capacity, sizeof(esp_node));
  place(layout.forced_offset, layout.forced_capacity, forced_sides, sizeof(std::uint32_t));
  layout.total_size = at;

  // Not close-on-exec: the subject inherits it (only the subject: subject.cpp closes it elsewhere).
  descriptor_ = memfd_create("espalier", MFD_CLOEXEC);
  if (descriptor_ >= 0 && ftruncate(descriptor_, static_cast<off_t>(at)) == 0)
    memory_ = mmap(nullptr, at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor_, 0);
  if (memory_ == nullptr || memory_ == MAP_FAILED)
    throw UserError(ExitCode::Usage, fmt::format("shared memory: {}; allow {} MB of address space",
                                                 std::strerror(errno), at >> 20));
  control() = layout;
}

SharedMemory::~SharedMemory() {
  munmap(memory_, control().total_size);
  close(descriptor_);
}

}  // namespace espalier::execute
