#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>

namespace mpigauge {

// Memory in pages of 2 MiB where the kernel has them to give: replay touches it here and there, and with small pages
// most of the time would go into finding where they are.
template <typename T>
struct HugePageAllocator {
  using value_type = T;

  HugePageAllocator() = default;
  template <typename Other>
  explicit HugePageAllocator(const HugePageAllocator<Other>& /*other*/) {}

  T* allocate(std::size_t count) {
    constexpr std::size_t kPage = std::size_t{2} << 20;
    const std::size_t bytes = count * sizeof(T);
    const bool large = bytes >= kPage;
    const std::size_t alignment = large ? kPage : alignof(std::max_align_t);
    void* memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (memory == nullptr) throw std::bad_alloc();
    if (large) madvise(memory, bytes, MADV_HUGEPAGE);
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t /*count*/) { std::free(memory); }

  template <typename Other>
  bool operator==(const HugePageAllocator<Other>& /*other*/) const {
    return true;
  }
};

}  // namespace mpigauge
