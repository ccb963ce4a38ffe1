#pragma once

#include <string>
#include <vector>

namespace mpigauge {

// The connection to a database as libpq understands it: a URL
// postgresql://[user[:password]@][host][:port][/database][?name=value&...]
// or keywords, host=HOST dbname=DATABASE ... (PQconninfoParse).
class PostgresUrl {
 public:
  // Throws Error (usage) that does not show the text, where libpq does not understand it, or takes a part of a password
  // for something else because '/' or '@' in it are not escaped.
  explicit PostgresUrl(const std::string& text);

  // The URL for people to see, without passwords.
  const std::string& shown() const { return shown_; }
  // The text that libpq connects with: it gives up in time if the other side does not answer.
  const std::string& connection() const { return connection_; }
  // A text in which passwords do not stand either; messages of libpq may quote parts of the URL.
  std::string Scrubbed(std::string text) const;

 private:
  void HidePasswords();
  void TakeOut(std::size_t begin, std::size_t end);

  std::string shown_;
  std::string connection_;
  std::vector<std::string> secrets_;
};

}  // namespace mpigauge
