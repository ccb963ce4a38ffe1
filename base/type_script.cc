#include "base/type_script.h"

#include <fmt/format.h>

namespace mpigauge {

void TypeScript::Add(const std::string& name, const std::string& comment, const std::string& members) {
  known_.insert(name);
  text_ += fmt::format("\n// {}\nexport interface {} {{\n{}}}\n", comment, name, members);
}

std::string TypeScript::Member(std::string_view key, bool may_be_missing, std::string_view type,
                               std::string_view comment) {
  return fmt::format("  {}{}: {};{}{}\n", key, may_be_missing ? "?" : "", type, comment.empty() ? "" : " // ", comment);
}

}  // namespace mpigauge
