#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace mpigauge {

// The users who may look: names and the hashes of their passwords, as `htpasswd -B` and mkpasswd write them.
class Users {
 public:
  // A file with a line "user:HASH" for each; HASH is of any method that crypt(3) calls strong, such as bcrypt ($2y$),
  // yescrypt ($y$) or SHA-512 ($6$). Empty lines and those that begin with '#' count nothing. Throws Error (usage)
  // naming file and line.
  static Users Read(const std::string& path);

  // Whether the value of an Authorization header is the Basic one of a user and their password. A wrong password takes
  // the same time for every user, and for one who is not known: no less than the slowest hash. One at a time: strong
  // hashes take memory.
  bool Accept(const std::string& authorization) const;

 private:
  std::map<std::string, std::string> hashes_;
  std::map<std::string, std::string> examples_;  // a hash of each method and cost
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
};

// Returns the user of a Basic Authorization header, "" where it has none. Nobody has checked the password.
std::string UserOf(const std::string& authorization);

// A client that has guessed passwords wrongly must wait: the first kFree failures of an address cost nothing, each
// further one twice the wait of the one before, up to kLongest. An address that has been quiet for kForgotten begins
// anew. A right password forgives nothing, so that nobody guesses between logins of their own. May be used by many
// threads at once.
class Throttle {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr int kFree = 5;
  static constexpr std::chrono::seconds kLongest{60};
  static constexpr std::chrono::seconds kForgotten{900};
  static constexpr std::size_t kMostAddresses = 10'000;  // the ones that have been quiet for longest are forgotten

  // How long this address must wait until it may try again; 0: it may now.
  std::chrono::seconds Wait(const std::string& address, Time now);
  void Failed(const std::string& address, Time now);

 private:
  struct Failures {
    int count = 0;
    Time last;
  };

  void Forget(Time now);

  std::mutex mutex_;
  std::map<std::string, Failures> failures_;
};

// Returns the part of an address that belongs to one client: an IPv4 address, or the first 64 bits of an IPv6 one,
// since a client that has one address of those has all of them.
std::string ClientOf(const std::string& address);

}  // namespace mpigauge
