#include "dashboards/server/users.h"

#include <arpa/inet.h>
#include <crypt.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <optional>

#include "base/error.h"

namespace mpigauge {
namespace {

// Returns nothing if it is no base64.
std::optional<std::string> FromBase64(const std::string& text) {
  constexpr std::size_t kMost = 4096;
  if (text.empty() || text.size() % 4 != 0 || text.size() > kMost) return std::nullopt;
  std::string bytes(text.size() / 4 * 3, '\0');
  const int length =
      EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                      reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()));
  if (length < 0) return std::nullopt;
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  bytes.resize(static_cast<std::size_t>(length) - padding);
  return bytes;
}

// "user:password" of a Basic Authorization header; nothing if it is none.
std::optional<std::string> BasicPair(const std::string& authorization) {
  constexpr std::string_view kScheme = "Basic ";
  if (!authorization.starts_with(kScheme)) return std::nullopt;
  auto pair = FromBase64(authorization.substr(kScheme.size()));
  if (!pair || pair->find(':') == std::string::npos || pair->find('\0') != std::string::npos) return std::nullopt;
  return pair;
}

// The cost of a hash: its method and parameters, without salt and digest. "$2y$05$", "$6$rounds=9000$", "$y$j9T$".
std::string CostOf(const std::string& hash) {
  constexpr std::size_t kScryptParameters = 11;  // behind "$7$", and no '$' follows
  const std::size_t method = hash.find('$', 1);
  if (method == std::string::npos) return hash;
  std::string name = hash.substr(0, method + 1);
  if (name == "$7$") return hash.substr(0, name.size() + kScryptParameters);
  const bool sha = name == "$5$" || name == "$6$";
  if (sha && hash.compare(name.size(), 7, "rounds=") != 0) return name;
  return hash.substr(0, hash.find('$', name.size()) + 1);
}

// The number at the beginning of a text; 0 where there is none, and the largest one where it does not fit.
unsigned long NumberAt(std::string_view text) {
  unsigned long number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc::result_out_of_range ? ~0UL : number;
}

// The number of a letter in the alphabet in which crypt(5) writes parameters.
std::size_t Digit(char letter) {
  constexpr std::string_view kDigits = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return kDigits.find(letter);
}

// Whether a password takes longer to check than a few seconds, or more memory than the most expensive that
// crypt_gensalt(3) makes: whoever logs in would stop the server.
bool CostsTooMuch(const std::string& hash) {
  constexpr unsigned long kMostRounds = 1'000'000;  // of SHA-512, about a second
  constexpr unsigned long kMostBcrypt = 16;         // about five seconds
  constexpr std::size_t kMostYescrypt = 17;         // 2^18 blocks of 4 KiB
  constexpr std::size_t kMostScrypt = 18;
  const std::size_t method = hash.find('$', 1);
  if (method == std::string::npos) return false;
  const std::string name = hash.substr(0, method + 1);
  const std::string_view rest = std::string_view(hash).substr(name.size());
  if (name == "$6$") return rest.starts_with("rounds=") && NumberAt(rest.substr(7)) > kMostRounds;
  if (name.starts_with("$2")) return NumberAt(rest) > kMostBcrypt;
  if (name == "$y$" || name == "$gy$") return rest.find('$') != 3 || Digit(rest[1]) > kMostYescrypt;
  if (name == "$7$") return Digit(rest.empty() ? '?' : rest[0]) > kMostScrypt || rest.substr(1, 10) != "U..../....";
  return false;
}

bool Matches(const std::string& password, const std::string& hash) {
  crypt_data work{};
  const char* made = crypt_r(password.c_str(), hash.c_str(), &work);
  const std::string text = made == nullptr ? "" : made;
  return text.size() == hash.size() && CRYPTO_memcmp(text.data(), hash.data(), hash.size()) == 0;
}

}  // namespace

Users Users::Read(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw UsageError("--users {}: cannot be read", path);
  Users users;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    const auto colon = line.find(':');
    if (colon == 0 || colon == std::string::npos) throw UsageError("{}:{}: write user:HASH", path, number);
    const std::string hash = line.substr(colon + 1);
    if (crypt_checksalt(hash.c_str()) != CRYPT_SALT_OK) {
      throw UsageError("{}:{}: no hash of a strong method; `htpasswd -nB {}` and `mkpasswd --method=yescrypt` make one",
                       path, number, line.substr(0, colon));
    }
    if (CostsTooMuch(hash)) {
      throw UsageError("{}:{}: checking this password would take too long ({}...); make a hash with an ordinary cost",
                       path, number, CostOf(hash));
    }
    if (!users.hashes_.emplace(line.substr(0, colon), hash).second) {
      throw UsageError("{}:{}: '{}' appears twice", path, number, line.substr(0, colon));
    }
    users.examples_.emplace(CostOf(hash), hash);
  }
  if (users.hashes_.empty()) throw UsageError("--users {}: has no user", path);
  return users;
}

bool Users::Accept(const std::string& authorization) const {
  const auto pair = BasicPair(authorization);
  if (!pair) return false;
  const auto colon = pair->find(':');
  const auto user = hashes_.find(pair->substr(0, colon));
  const std::string password = pair->substr(colon + 1);
  const std::string cost = user == hashes_.end() ? "" : CostOf(user->second);
  const std::lock_guard lock(*mutex_);
  if (!cost.empty() && Matches(password, user->second)) return true;
  // A refusal takes one hash of each cost, whoever it is.
  for (const auto& [other, hash] : examples_) {
    if (other != cost) Matches(password, hash);
  }
  return false;
}

std::string UserOf(const std::string& authorization) {
  const auto pair = BasicPair(authorization);
  return pair ? pair->substr(0, pair->find(':')) : "";
}

std::chrono::seconds Throttle::Wait(const std::string& address, Time now) {
  const std::lock_guard lock(mutex_);
  const auto found = failures_.find(ClientOf(address));
  if (found == failures_.end() || found->second.count <= kFree || now - found->second.last >= kForgotten) return {};
  constexpr int kMostDoublings = 6;  // 64 s
  const std::chrono::seconds delay(1 << std::min(found->second.count - kFree - 1, kMostDoublings));
  const auto left = found->second.last + std::min(delay, kLongest) - now;
  return std::max(std::chrono::seconds(0), std::chrono::ceil<std::chrono::seconds>(left));
}

void Throttle::Failed(const std::string& address, Time now) {
  const std::lock_guard lock(mutex_);
  if (failures_.size() >= kMostAddresses) Forget(now);
  Failures& failures = failures_[ClientOf(address)];
  if (now - failures.last >= kForgotten) failures.count = 0;
  failures.count = std::min(failures.count + 1, 1000);
  failures.last = now;
}

// Forgets failures that have expired; if there are none, the one of the client that has been quiet for longest.
void Throttle::Forget(Time now) {
  std::erase_if(failures_, [&](const auto& one) { return now - one.second.last >= kForgotten; });
  if (failures_.size() < kMostAddresses) return;
  failures_.erase(std::min_element(failures_.begin(), failures_.end(), [](const auto& one, const auto& other) {
    return one.second.last < other.second.last;
  }));
}

std::string ClientOf(const std::string& address) {
  std::array<unsigned char, 16> bytes{};
  if (inet_pton(AF_INET6, address.c_str(), bytes.data()) != 1) return address;
  static constexpr std::array<unsigned char, 12> kIpv4 = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (std::equal(kIpv4.begin(), kIpv4.end(), bytes.begin())) {
    return inet_ntop(AF_INET, bytes.data() + kIpv4.size(), text.data(), text.size());
  }
  std::fill(bytes.begin() + 8, bytes.end(), 0);
  return inet_ntop(AF_INET6, bytes.data(), text.data(), text.size());
}

}  // namespace mpigauge
