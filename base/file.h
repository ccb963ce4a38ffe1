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
// it is replaced. Throws Error (usage) where there is a device or a pipe, which would be replaced by a file, and where
// a link on the way must not be followed (RequireOwnLinks). The first time that a process writes into a folder, it
// takes away what killed ones left there (RemoveUnfinished). kOwner: mode 0600, for what holds values of variables.
enum class Readers { kEverybody, kOwner };
void WriteFileAtomically(const std::filesystem::path& path, std::string_view content,
                         Readers readers = Readers::kEverybody);

// Throws what WriteFileAtomically would where a device, a pipe, a folder or an open file of a program is there. For
// whoever works long before there is something to write.
void RequireReplaceable(const std::filesystem::path& path);

// The temporary name of a file, by a process of this host.
std::filesystem::path UnfinishedPath(const std::filesystem::path& path, int process);

// Removes the temporary files in a folder whose process was of this host and is gone.
void RemoveUnfinished(const std::filesystem::path& folder);

}  // namespace mpigauge
