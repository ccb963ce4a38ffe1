#include "baselines/store/secrets.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace mpigauge {
namespace {

// These tell a secret wherever they stand in a name.
constexpr std::array<std::string_view, 6> kWords = {"TOKEN",  "SECRET",     "PASSWORD",
                                                    "PASSWD", "PASSPHRASE", "CREDENTIAL"};

// A name that ends in one of these is a secret's. MYSQL_PWD is a password, and PWD the folder in which a shell is.
constexpr std::array<std::string_view, 7> kLastWords = {"_KEY", "_PASS", "_PWD", "_AUTH", "_PAT", "_CREDS", "APIKEY"};

}  // namespace

bool LooksSecret(std::string_view variable) {
  std::string name;
  for (const char letter : variable) name += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  const bool has_word = std::any_of(kWords.begin(), kWords.end(),
                                    [&](std::string_view word) { return name.find(word) != std::string::npos; });
  const bool ends_so =
      std::any_of(kLastWords.begin(), kLastWords.end(), [&](std::string_view word) { return name.ends_with(word); });
  return has_word || ends_so || name == "KEY" || name == "PASS";
}

Json WithoutSecrets(const Json& plan) {
  if (!plan.is_object() || !plan.contains("environment") || !plan.at("environment").is_object()) return plan;
  Json stored = plan;
  Json kept = Json::object();
  Json left_out = Json::array();
  for (const auto& [name, value] : plan.at("environment").items()) {
    if (LooksSecret(name)) {
      left_out.push_back(name);
    } else {
      kept[name] = value;
    }
  }
  if (left_out.empty()) return plan;
  stored["environment"] = kept;
  stored["not_stored"] = left_out;
  return stored;
}

std::vector<std::string> NotStored(const Json& plan) {
  if (!plan.is_object() || !plan.contains("not_stored")) return {};
  return ReadingJson("not_stored", [&] { return plan.at("not_stored").get<std::vector<std::string>>(); });
}

}  // namespace mpigauge
