#include "baselines/verdict/compare_request.h"

#include "baselines/compare/tolerance.h"

namespace mpigauge {

CompareSettings CompareRequest::ToSettings() const {
  CompareSettings settings;
  settings.tolerance = Tolerance::Parse(tolerance);
  settings.alpha = alpha;
  settings.allowed_fields = {allow_different.begin(), allow_different.end()};
  return settings;
}

void CompareRequest::CheckTolerances(const std::set<std::string>& series) const {
  Tolerance::Parse(tolerance).RequireMatches(series);
}

Waivers CompareRequest::ReadWaivers() const { return waivers.empty() ? Waivers() : mpigauge::ReadWaivers(waivers); }

Setting AlphaSetting(double& alpha) {
  return {.key = "alpha",
          .value = &alpha,
          .group = kVerdictGroup,
          .help = "The accepted chance of any false fail",
          .type = "SHARE",
          .least = 1e-6,
          .most = 0.5};
}

SettingList LimitSettings(CompareRequest& request) {
  return {{.key = "tolerance",
           .value = &request.tolerance,
           .group = kVerdictGroup,
           .help = "The accepted slowdown: 5% (the default), or PATTERN=3% for series whose name matches",
           .type = "SHARE",
           .check = [](const std::string& text, const std::string& /*what*/) { Tolerance::Parse({text}); }},
          AlphaSetting(request.alpha)};
}

SettingList SettingsOf(CompareRequest& request) {
  SettingList settings = LimitSettings(request);
  settings.push_back({.key = "allow_different",
                      .value = &request.allow_different,
                      .group = kVerdictGroup,
                      .help = "Compare although this field differs",
                      .type = "FIELD"});
  settings.push_back({.key = "waivers",
                      .value = &request.waivers,
                      .group = kVerdictGroup,
                      .help = "A TOML file of slowdowns that are accepted",
                      .type = "FILE",
                      .is_path = true});
  return settings;
}

}  // namespace mpigauge
