#pragma once

#include <chrono>
#include <fstream>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>

namespace mpigauge {

// A request and its answer, for the log.
struct AccessEntry {
  std::string client;   // its address
  std::string user;     // who it says to be, "" for nobody
  std::string request;  // "GET /path HTTP/1.1", as it came
  int status = 0;
  std::size_t bytes = 0;                          // of the answer's body, as sent
  std::chrono::steady_clock::duration took = {};  // from the whole request to the end of the answer
};

// The entry in the common log format of httpd, and behind it the seconds:
// 127.0.0.1 - ada [29/Nov/2026:05:20:46 +0000] "GET /api/runs HTTP/1.1" 200 5120 0.012
// Bytes that could end a line or a field are written as \x0a.
std::string CommonLogLine(const AccessEntry& entry, std::chrono::system_clock::time_point when);

// Where a server writes what was asked of it. May be used by many threads at once.
class AccessLog {
 public:
  // kRefused: the requests of clients that may not look or speak no HTTP, and those that could not be answered. Their
  // statuses are 400 and above, but for 404 and 422, which are answers from the store.
  enum class Kind { kOff, kRefused, kAll };

  // "off", "refused" or "all". Throws Error (usage).
  static Kind ParseKind(const std::string& text);

  // Writes to the end of this file, or to `standard_error` where `file` is empty. Throws Error (not measured) if it
  // cannot be opened.
  AccessLog(Kind kind, const std::string& file, std::ostream& standard_error);

  void Write(const AccessEntry& entry);
  // Opens the file anew, for log rotation. Throws as the constructor does; the log then stays
  // in the file that it had.
  void OpenAnew();

 private:
  Kind kind_;
  std::string path_;
  std::ostream& standard_error_;
  std::mutex mutex_;
  std::ofstream file_;
};

}  // namespace mpigauge
