#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace mpigauge {

// How help, messages and manual pages name a page of the documentation, such as NameOfPage("use/bisect"). In an
// installation this is the path of its file, "/opt/mpigauge-0.1.0/share/doc/mpigauge/docs/use/bisect.md". A program
// that has no installation around it says where one has the page: "share/doc/mpigauge/docs/use/bisect.md". Manual pages
// are written by such a program, and files that are copied elsewhere say the same.
std::string NameOfPage(std::string_view page);

// As `program` says it, which is in the folder bin of its installation.
std::string NameOfPage(std::string_view page, const std::filesystem::path& program);

}  // namespace mpigauge
