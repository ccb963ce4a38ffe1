#include "base/secret_name.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace mpigauge {
namespace {

// These tell a secret wherever they stand in a name.
constexpr std::array<std::string_view, 8> kParts = {"TOKEN",      "SECRET",     "PASSWORD", "PASSWD",
                                                    "PASSPHRASE", "CREDENTIAL", "BEARER",   "COOKIE"};

// A name with one of these as a word between underscores is a secret's. MONKEY is none, nor is UCX_IB_PKEY.
constexpr std::array<std::string_view, 9> kWholeWords = {"KEY", "KEYS",  "PASS",   "PWD", "AUTH",
                                                         "PAT", "CREDS", "APIKEY", "JWT"};

bool IsLetter(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0; }

}  // namespace

bool LooksSecret(std::string_view variable) {
  std::string name;
  for (const char letter : variable) name += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  if (name == "PWD") return false;  // the folder in which a shell is; MYSQL_PWD is a password
  const auto has = [&](std::string_view part) { return name.find(part) != std::string::npos; };
  if (std::any_of(kParts.begin(), kParts.end(), has)) return true;
  for (auto begin = name.begin(); begin != name.end();) {
    const auto end = std::find_if_not(begin, name.end(), IsLetter);
    if (std::find(kWholeWords.begin(), kWholeWords.end(), std::string_view(begin, end)) != kWholeWords.end())
      return true;
    begin = std::find_if(end, name.end(), IsLetter);
  }
  return false;
}

bool HoldsSecret(std::string_view variable, std::string_view value) {
  if (LooksSecret(variable)) return true;
  for (auto at = value.find("://"); at != std::string_view::npos; at = value.find("://", at + 1)) {
    const std::string_view rest = value.substr(at + 3);
    const auto end = rest.find('@');
    if (end != std::string_view::npos && rest.find(':') < end) return true;
  }
  return false;
}

}  // namespace mpigauge
