#pragma once

#include <cstdint>

#include "runtime/abi.h"

namespace espalier::execute {

/// The memory that driver and subject share, laid out as abi.h says.  Large but sparse: pages cost
/// only once they are written.
class SharedMemory {
 public:
  SharedMemory(std::uint32_t trace_capacity, std::uint32_t node_capacity);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] esp_control& control() const { return *static_cast<esp_control*>(memory_); }
  template <class T>
  [[nodiscard]] T* region(std::uint64_t offset) const {
    return reinterpret_cast<T*>(static_cast<char*>(memory_) + offset);
  }

 private:
  int descriptor_ = -1;
  void* memory_ = nullptr;
};

}  // namespace espalier::execute
