#include "dashboards/server/access_log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "base/trusted_path.h"

namespace mpigauge {
namespace {

constexpr std::size_t kLongestField = 1000;
constexpr int kFirstRefusal = 400;
constexpr int kNotFound = 404;
constexpr int kIncomparable = 422;

// A field that nobody can end but we: no blanks in it where `one_word`.
std::string LogField(std::string_view text, bool one_word) {
  if (text.empty()) return "-";
  std::string field;
  for (const char letter : text.substr(0, kLongestField)) {
    const bool plain = letter > ' ' && letter < '\x7f' && letter != '"' && letter != '\\';
    if (plain || (letter == ' ' && !one_word)) {
      field += letter;
    } else {
      field += fmt::format("\\x{:02x}", static_cast<unsigned char>(letter));
    }
  }
  return field + (text.size() > kLongestField ? "..." : "");
}

}  // namespace

std::string CommonLogLine(const AccessEntry& entry, std::chrono::system_clock::time_point when) {
  return fmt::format("{} - {} [{:%d/%b/%Y:%H:%M:%S} +0000] \"{}\" {} {} {:.3f}\n", LogField(entry.client, true),
                     LogField(entry.user, true), fmt::gmtime(when), LogField(entry.request, false), entry.status,
                     entry.bytes, std::chrono::duration<double>(entry.took).count());
}

AccessLog::Kind AccessLog::ParseKind(const std::string& text) {
  if (text == "off") return Kind::kOff;
  if (text == "refused") return Kind::kRefused;
  if (text == "all") return Kind::kAll;
  throw UsageError("--access-log {}: write refused, all or off", text);
}

AccessLog::AccessLog(Kind kind, const std::string& file, std::ostream& standard_error)
    : kind_(kind), path_(file), standard_error_(standard_error) {
  OpenAnew();
}

void AccessLog::OpenAnew() {
  if (path_.empty() || kind_ == Kind::kOff) return;
  RequireOwnLinks(path_);
  std::ofstream file(path_, std::ios::app);
  if (!file) throw NotMeasured("--log-file {}: cannot be written: {}", path_, std::strerror(errno));
  const std::lock_guard lock(mutex_);
  file_ = std::move(file);
}

void AccessLog::Write(const AccessEntry& entry) {
  const bool refused = entry.status >= kFirstRefusal && entry.status != kNotFound && entry.status != kIncomparable;
  if (kind_ == Kind::kOff || (kind_ == Kind::kRefused && !refused)) return;
  const std::string line = CommonLogLine(entry, std::chrono::system_clock::now());
  const std::lock_guard lock(mutex_);
  std::ostream& out = path_.empty() ? standard_error_ : file_;
  out << line << std::flush;
  out.clear();  // a disk that was full may have room again
}

}  // namespace mpigauge
