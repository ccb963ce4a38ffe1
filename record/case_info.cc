#include "record/case_info.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/table.h"
#include "record/checked_fields.h"

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

auto ValuesAt(const Json& json, const char* key) {
  decltype(CaseInfo::parameters) parameters;
  for (const auto& item : json.at(key).items()) {
    parameters.emplace_back(item.key(), WholeNumbersAt(json.at(key), item.key().c_str()));
  }
  return parameters;
}

}  // namespace

template <>
constexpr auto kFields<CaseInfo> = Fields(Field<&CaseInfo::family>("family"), Field<&CaseInfo::name>("case"),
                                          Field<CheckedBy<ValuesAt>, &CaseInfo::parameters>("parameters"),
                                          Field<&CaseInfo::units>("units"),
                                          Field<IntFrom<0>, &CaseInfo::least_ranks>("least_ranks"),
                                          Field<IntFrom<0>, &CaseInfo::version>("version"),
                                          Field<&CaseInfo::description>("description"));

Json ToJson(const std::vector<CaseInfo>& cases) { return JsonOf<std::vector<CaseInfo>>::Write(cases); }

std::vector<CaseInfo> CasesFromJson(const Json& json, std::string_view what) {
  return ReadingValues(what, [&] {
    if (!json.is_array()) throw UsageError("is not a list of cases");
    return JsonOf<std::vector<CaseInfo>>::Read(json);
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
