#include "baselines/store/secrets.h"

#include <cctype>
#include <string>

namespace mpigauge {

bool LooksSecret(std::string_view variable) {
  std::string name;
  for (const char letter : variable) name += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  for (const char* word : {"TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL"}) {
    if (name.find(word) != std::string::npos) return true;
  }
  return name == "KEY" || name.ends_with("_KEY") || name.ends_with("APIKEY");
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
