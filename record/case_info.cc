#include "record/case_info.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/table.h"
#include "record/checked_values.h"

namespace mpigauge {
namespace {

constexpr std::size_t kMostShown = 4;  // values of a parameter

std::string ParametersText(const CaseInfo& one) {
  std::vector<std::string> texts;
  for (const auto& [name, values] : one.parameters) {
    texts.push_back(values.size() <= kMostShown
                        ? fmt::format("{}:{}", name, fmt::join(values, ","))
                        : fmt::format("{}:{}..{} ({})", name, values.front(), values.back(), values.size()));
  }
  return fmt::format("{}", fmt::join(texts, " "));
}

}  // namespace

Json ToJson(const std::vector<CaseInfo>& cases) {
  Json list = Json::array();
  for (const CaseInfo& one : cases) {
    Json parameters = Json::object();
    for (const auto& [name, values] : one.parameters) parameters[name] = values;
    list.push_back({{"family", one.family},
                    {"case", one.name},
                    {"parameters", parameters},
                    {"units", one.units},
                    {"least_ranks", one.least_ranks},
                    {"version", one.version},
                    {"description", one.description}});
  }
  return list;
}

std::vector<CaseInfo> CasesFromJson(const Json& json, std::string_view what) {
  return ReadingValues(what, [&] {
    if (!json.is_array()) throw UsageError("is not a list of cases");
    std::vector<CaseInfo> cases;
    for (const Json& one : json) {
      CaseInfo info;
      info.family = one.at("family");
      info.name = one.at("case");
      const Json& parameters = one.at("parameters");
      for (const auto& item : parameters.items()) {
        info.parameters.emplace_back(item.key(), WholeNumbersAt(parameters, item.key().c_str()));
      }
      info.units = one.at("units").get<std::vector<std::string>>();
      info.least_ranks = SmallCountAt(one, "least_ranks");
      info.version = SmallCountAt(one, "version");
      info.description = one.at("description");
      cases.push_back(std::move(info));
    }
    return cases;
  });
}

std::string CasesText(const std::vector<CaseInfo>& cases) {
  Table table({{"family", Table::Align::kLeft},
               {"case", Table::Align::kLeft},
               {"parameters", Table::Align::kLeft},
               {"units", Table::Align::kLeft},
               {"ranks", Table::Align::kLeft},
               {"what is measured", Table::Align::kLeft}});
  for (const CaseInfo& one : cases) {
    table.AddRow({one.family, one.name, ParametersText(one), fmt::format("{}", fmt::join(one.units, ", ")),
                  fmt::format("{}+", one.least_ranks), one.description});
  }
  return table.Text(false);
}

}  // namespace mpigauge
