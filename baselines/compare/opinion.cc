#include "baselines/compare/opinion.h"

#include "base/enum_text.h"

namespace mpigauge {
namespace {

constexpr EnumTexts<Verdict, 3> kVerdicts = {
    {{Verdict::kPass, "pass"}, {Verdict::kFail, "fail"}, {Verdict::kInconclusive, "inconclusive"}}};

}  // namespace

std::string VerdictName(Verdict verdict) { return TextOf(kVerdicts, verdict); }
Verdict VerdictFromName(std::string_view name) { return FromText(kVerdicts, name, "verdict"); }

}  // namespace mpigauge
