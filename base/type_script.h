#pragma once

#include <set>
#include <string>
#include <string_view>

namespace mpigauge {

// Interfaces of TypeScript, each once, after those that it names.
class TypeScript {
 public:
  bool Knows(const std::string& name) const { return known_.contains(name); }
  void Add(const std::string& name, const std::string& comment, const std::string& members);
  const std::string& text() const { return text_; }

  // "  key?: type;  // comment"
  static std::string Member(std::string_view key, bool may_be_missing, std::string_view type, std::string_view comment);

 private:
  std::set<std::string> known_;
  std::string text_;
};

}  // namespace mpigauge
