#pragma once

#include <elf.h>
#include <link.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace mpigauge {

// The bytes of an ELF file that nobody can run: it says which libraries it needs, and has nothing else.
inline std::string MadeElf(const std::vector<std::string>& needed) {
  std::string texts(1, '\0');
  std::vector<ElfW(Dyn)> entries;
  const auto add = [&](auto tag, std::size_t value) {
    ElfW(Dyn) entry{};
    entry.d_tag = tag;
    entry.d_un.d_val = value;
    entries.push_back(entry);
  };
  for (const std::string& name : needed) {
    add(DT_NEEDED, texts.size());
    texts += name + '\0';
  }
  constexpr std::size_t kAddress = 0x1000;  // of the file's first byte, where a program would have it
  const std::size_t texts_offset = sizeof(ElfW(Ehdr)) + 2 * sizeof(ElfW(Phdr));
  add(DT_STRTAB, kAddress + texts_offset);
  add(DT_STRSZ, texts.size());
  add(DT_NULL, 0);

  ElfW(Ehdr) header{};
  for (std::size_t i = 0; i < SELFMAG; ++i) header.e_ident[i] = static_cast<unsigned char>(ELFMAG[i]);
  header.e_ident[EI_CLASS] = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
  header.e_phoff = sizeof header;
  header.e_phentsize = sizeof(ElfW(Phdr));
  header.e_phnum = 2;
  ElfW(Phdr) dynamic{};
  dynamic.p_type = PT_DYNAMIC;
  dynamic.p_offset = texts_offset + texts.size();
  dynamic.p_filesz = entries.size() * sizeof entries[0];
  ElfW(Phdr) loaded{};
  loaded.p_type = PT_LOAD;
  loaded.p_vaddr = kAddress;
  loaded.p_filesz = dynamic.p_offset + dynamic.p_filesz;

  const auto bytes_of = [](const auto& value) {
    return std::string(reinterpret_cast<const char*>(&value), sizeof value);
  };
  std::string file = bytes_of(header) + bytes_of(dynamic) + bytes_of(loaded) + texts;
  for (const ElfW(Dyn) & entry : entries) file += bytes_of(entry);
  return file;
}

// Writes it to a file that may be executed.
inline void WriteMadeElf(const std::filesystem::path& file, const std::vector<std::string>& needed) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << MadeElf(needed);
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
}

}  // namespace mpigauge
