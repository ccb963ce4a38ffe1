#pragma once

#include <string>
#include <vector>

namespace mpigauge {

// The URL of a database as libpq understands it:
// postgresql://[user[:password]@][host][:port][/database][?name=value&...]
// libpq's PQconninfoParse tells the values of a URL that it accepts, not where they stand. So passwords are cut out of
// the text here, also where libpq refuses the rest.
class PostgresUrl {
 public:
  explicit PostgresUrl(const std::string& url);

  // The URL for people to see, without passwords.
  const std::string& shown() const { return shown_; }
  // The text that libpq connects with: it gives up in time if the other side does not answer.
  const std::string& connection() const { return connection_; }
  // A text in which passwords do not stand either; messages of libpq may quote parts of the URL.
  std::string Scrubbed(std::string text) const;

 private:
  void TakeOut(std::size_t begin, std::size_t end);

  std::string shown_;
  std::string connection_;
  std::vector<std::string> secrets_;
};

}  // namespace mpigauge
