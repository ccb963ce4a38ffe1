#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace mpigauge {

// The reason that somebody other than root and this user could change what is at a path: the file, a folder above it
// or a symbolic link on the way belongs to another user, or others may write to it. Empty: nobody could. In a folder
// with the sticky bit, others can only add names and change what is theirs: the way through it is safe, and the folder
// itself and a name that is not there yet are not. The group that has the user's name, and nobody else as a member, is
// the user.
std::string WhyUntrusted(const std::filesystem::path& path);

// Throws Error (usage) with the reason, and then `why` it matters, where there is one to distrust the path.
void RequireTrusted(const std::filesystem::path& path, std::string_view why);

// The symbolic link on the way to a path, its last name included, that is another user's and in a folder with the
// sticky bit where everybody may write; empty: none. Linux does not follow such links (protected_symlinks).
std::filesystem::path ForeignLink(const std::filesystem::path& path);

// Throws Error (usage) that names the link, where there is a ForeignLink. For whatever is written.
void RequireOwnLinks(const std::filesystem::path& path);

}  // namespace mpigauge
