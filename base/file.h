#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace mpigauge {

// The whole file. Throws Error (usage) that names the file and the system's reason.
std::string ReadFile(const std::filesystem::path& path);

// Writes under a temporary name in the same folder, syncs, renames: readers see the old file or the whole
// new one, also after a crash. Throws Error (not measured) on a full disk or a folder that cannot be
// written; the old file is then untouched and the temporary one is removed. A symbolic link stays, and the file behind
// it is replaced. Throws Error (usage) where there is a device or a pipe: it would be replaced by a file.
// kOwner: mode 0600, for what holds values of variables.
enum class Readers { kEverybody, kOwner };
void WriteFileAtomically(const std::filesystem::path& path, std::string_view content,
                         Readers readers = Readers::kEverybody);

}  // namespace mpigauge
