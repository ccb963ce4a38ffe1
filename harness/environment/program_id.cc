#include "harness/environment/program_id.h"

#include <elf.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <link.h>

#include <cstddef>
#include <span>
#include <string_view>

namespace mpigauge {
namespace {

constexpr std::size_t Padded(std::size_t size) { return (size + 3) / 4 * 4; }

// The build id among the notes of a segment; empty where there is none.
std::string BuildId(std::span<const std::byte> notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    const auto& note = *reinterpret_cast<const ElfW(Nhdr)*>(notes.data());
    const std::size_t name = sizeof note;
    const std::size_t content = name + Padded(note.n_namesz);
    const std::size_t next = content + Padded(note.n_descsz);
    if (next > notes.size()) return "";
    const std::string_view owner(reinterpret_cast<const char*>(notes.data()) + name, note.n_namesz);
    if (note.n_type == NT_GNU_BUILD_ID && owner == std::string_view("GNU\0", 4)) {
      const auto* digits = reinterpret_cast<const unsigned char*>(notes.data()) + content;
      return fmt::format("{:02x}", fmt::join(digits, digits + note.n_descsz, ""));
    }
    notes = notes.subspan(next);
  }
  return "";
}

// Of one loaded object; the first one is the program.
int TakeProgram(dl_phdr_info* object, std::size_t, void* result) {
  for (const ElfW(Phdr) & segment : std::span(object->dlpi_phdr, object->dlpi_phnum)) {
    // The linker puts notes of a larger alignment into segments of their own; the build id is not among them.
    if (segment.p_type != PT_NOTE || segment.p_align > 4) continue;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the linker gives addresses as numbers
    const auto* start = reinterpret_cast<const std::byte*>(object->dlpi_addr + segment.p_vaddr);
    std::string id = BuildId({start, segment.p_memsz});
    if (!id.empty()) *static_cast<std::string*>(result) = std::move(id);
  }
  return 1;  // no other object
}

}  // namespace

std::string ProgramId() {
  std::string id;
  dl_iterate_phdr(TakeProgram, &id);
  return id;
}

}  // namespace mpigauge
