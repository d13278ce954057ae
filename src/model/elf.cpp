// Finds the model section in an ELF file.  The format is simple enough to read directly, and
// the driver must not depend on LLVM.  Every offset comes from a file that may be damaged, so
// every read is checked.
#include <elf.h>
#include <fmt/format.h>

#include <cstring>
#include <optional>

#include "base/files.h"
#include "model/model.h"
#include "runtime/abi.h"

namespace espalier::model {
namespace {

class Elf {
 public:
  explicit Elf(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] bool open() {
    const auto header = at<Elf64_Ehdr>(0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return false;
    if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB) return false;
    if (header->e_shentsize != sizeof(Elf64_Shdr)) return false;
    table_ = header->e_shoff;
    // More sections than 16 bits can count: the real numbers are in section 0.
    const auto zero = section(0);
    if (!zero) return false;
    count_ = header->e_shnum != 0 ? header->e_shnum : zero->sh_size;
    const auto names = section(header->e_shstrndx != SHN_XINDEX ? header->e_shstrndx : zero->sh_link);
    if (!names) return false;
    names_ = content(*names);
    return true;
  }

  /// The bytes of all sections of that name, in order; nullopt when there is none.
  [[nodiscard]] std::optional<std::string> find(std::string_view name) const {
    std::optional<std::string> found;
    for (std::uint64_t i = 1; i < count_; ++i) {
      const auto candidate = section(i);
      if (!candidate) break;
      if (candidate->sh_type == SHT_NOBITS || this->name(*candidate) != name) continue;
      if (!found) found.emplace();
      *found += content(*candidate);
    }
    return found;
  }

 private:
  template <class T>
  [[nodiscard]] std::optional<T> at(std::uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) return std::nullopt;
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }

  [[nodiscard]] std::optional<Elf64_Shdr> section(std::uint64_t index) const {
    if (table_ > bytes_.size() || index > bytes_.size() / sizeof(Elf64_Shdr)) return std::nullopt;
    return at<Elf64_Shdr>(table_ + index * sizeof(Elf64_Shdr));
  }

  [[nodiscard]] std::string_view content(const Elf64_Shdr& section) const {
    if (section.sh_offset > bytes_.size() || bytes_.size() - section.sh_offset < section.sh_size) return {};
    return bytes_.substr(section.sh_offset, section.sh_size);
  }

  [[nodiscard]] std::string_view name(const Elf64_Shdr& section) const {
    if (section.sh_name >= names_.size()) return {};
    const std::string_view rest = names_.substr(section.sh_name);
    return rest.substr(0, rest.find('\0'));
  }

  std::string_view bytes_;
  std::uint64_t table_ = 0;
  std::uint64_t count_ = 0;
  std::string_view names_;
};

}  // namespace

Result<Program> read_program(const std::filesystem::path& binary) {
  const Result<std::string> bytes = read_file(binary);
  if (!bytes) return Error{bytes.error()};
  Elf elf(*bytes);
  if (!elf.open()) return Error{fmt::format("{}: not a 64-bit little-endian ELF file", binary.string())};
  const auto text = elf.find(ESP_SECTION_MODEL);
  if (!text)
    return Error{fmt::format("{}: no section {}; was it built without instrumentation?", binary.string(),
                             ESP_SECTION_MODEL)};
  Result<Program> program = parse_program(*text);
  if (!program) return Error{fmt::format("{}: {}", binary.string(), program.error())};
  return program;
}

}  // namespace espalier::model
