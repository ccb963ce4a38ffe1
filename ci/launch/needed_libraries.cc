#include "ci/launch/needed_libraries.h"

#include <elf.h>
#include <link.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <optional>

namespace mpigauge {
namespace {

// An ELF file, read where its headers point to. What lies outside of the file is not there.
class ElfFile {
 public:
  explicit ElfFile(const std::filesystem::path& file) : in_(file, std::ios::binary) {
    std::error_code error;
    size_ = std::filesystem::file_size(file, error);
    if (error) size_ = 0;
  }

  std::string Bytes(std::uint64_t offset, std::uint64_t size) {
    if (offset > size_ || size > size_ - offset) return "";
    std::string bytes(size, '\0');
    in_.clear();
    in_.seekg(static_cast<std::streamoff>(offset));
    in_.read(bytes.data(), static_cast<std::streamsize>(size));
    return in_ ? bytes : "";
  }

  // As many as are whole in these bytes of the file.
  template <typename Entry>
  std::vector<Entry> Entries(std::uint64_t offset, std::uint64_t size) {
    const std::string bytes = Bytes(offset, size);
    std::vector<Entry> entries(bytes.size() / sizeof(Entry));
    if (!entries.empty()) std::memcpy(entries.data(), bytes.data(), entries.size() * sizeof(Entry));
    return entries;
  }

  std::vector<ElfW(Phdr)> Segments() {
    constexpr unsigned char kClass = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
    const auto headers = Entries<ElfW(Ehdr)>(0, sizeof(ElfW(Ehdr)));
    if (headers.empty()) return {};
    const ElfW(Ehdr)& header = headers[0];
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != kClass) return {};
    if (header.e_phentsize != sizeof(ElfW(Phdr))) return {};
    return Entries<ElfW(Phdr)>(header.e_phoff, std::uint64_t{header.e_phnum} * sizeof(ElfW(Phdr)));
  }

 private:
  std::ifstream in_;
  std::uint64_t size_ = 0;
};

// Where in the file an address of the program lies.
std::optional<std::uint64_t> OffsetOf(const std::vector<ElfW(Phdr)>& segments, std::uint64_t address) {
  for (const ElfW(Phdr) & segment : segments) {
    if (segment.p_type != PT_LOAD || address < segment.p_vaddr) continue;
    if (address - segment.p_vaddr < segment.p_filesz) return segment.p_offset + (address - segment.p_vaddr);
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> NeededLibraries(const std::filesystem::path& file) {
  ElfFile elf(file);
  const std::vector<ElfW(Phdr)> segments = elf.Segments();
  std::vector<std::uint64_t> positions;  // in the table of texts
  std::uint64_t texts_address = 0;
  std::uint64_t texts_size = 0;
  for (const ElfW(Phdr) & segment : segments) {
    if (segment.p_type != PT_DYNAMIC) continue;
    for (const ElfW(Dyn) & entry : elf.Entries<ElfW(Dyn)>(segment.p_offset, segment.p_filesz)) {
      if (entry.d_tag == DT_NULL) break;
      if (entry.d_tag == DT_NEEDED) positions.push_back(entry.d_un.d_val);
      if (entry.d_tag == DT_STRTAB) texts_address = entry.d_un.d_ptr;
      if (entry.d_tag == DT_STRSZ) texts_size = entry.d_un.d_val;
    }
  }
  const auto texts_offset = OffsetOf(segments, texts_address);
  const std::string texts = texts_offset ? elf.Bytes(*texts_offset, texts_size) : "";
  std::vector<std::string> names;
  for (const std::uint64_t position : positions) {
    if (position < texts.size()) names.emplace_back(texts.c_str() + position);
  }
  return names;
}

}  // namespace mpigauge
