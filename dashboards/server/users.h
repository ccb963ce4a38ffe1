#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace mpigauge {

// Who may look: names and the hashes of their passwords, as `htpasswd -B` and mkpasswd write them.
class Users {
 public:
  // A file with a line "user:HASH" for each; HASH is of any method that crypt(3) calls strong, such as bcrypt ($2y$),
  // yescrypt ($y$) or SHA-512 ($6$). Empty lines and those that begin with '#' count nothing. Throws Error (usage)
  // naming file and line.
  static Users Read(const std::string& path);

  // Whether the value of an Authorization header is the Basic one of a user and their password. A wrong password takes
  // the same time for every user, and for one who is not known: no less than the dearest hash. One at a time: strong
  // hashes take memory.
  bool Accept(const std::string& authorization) const;

 private:
  std::map<std::string, std::string> hashes_;
  std::map<std::string, std::string> examples_;  // a hash of each method and cost
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
};

}  // namespace mpigauge
