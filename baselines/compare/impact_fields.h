#pragma once

#include "base/json_fields.h"
#include "baselines/compare/impact.h"

// The fields of an impact in JSON (base/json_fields.h).
namespace mpigauge {

template <>
struct JsonOf<Verdict> : ByName<VerdictName, VerdictFromName> {};

// The ratio of an application that hangs is infinite, and null in JSON.
struct InfiniteOrNumber : NumberOrNull {
  static double Read(const Json& json) {
    return json.is_null() ? std::numeric_limits<double>::infinity() : json.get<double>();
  }
};

template <>
inline constexpr auto kFields<ImpactPart> = Interface(
    "ImpactPart", "The part of an operation in the cost.", Field<&ImpactPart::operation>("operation"),
    Field<&ImpactPart::bytes>("bytes"), Field<&ImpactPart::label>("label", "allreduce 64 KiB"),
    Field<&ImpactPart::calls>("calls"),
    Field<InfiniteOrNumber, &ImpactPart::ratio>("ratio", "of the application, with this part alone of the candidate"),
    Field<InfiniteOrNumber, &ImpactPart::low>("low"), Field<InfiniteOrNumber, &ImpactPart::high>("high"));

template <>
inline constexpr auto kFields<ApplicationImpact> = Interface(
    "ApplicationImpact", "The cost of the change for an application; ratios are of its times.",
    Field<&ApplicationImpact::application>("application"), Field<&ApplicationImpact::trace>("trace"),
    Field<&ApplicationImpact::ranks>("ranks"), Field<&ApplicationImpact::baseline_seconds>("baseline_seconds"),
    Field<&ApplicationImpact::candidate_seconds>("candidate_seconds"),
    Field<InfiniteOrNumber, &ApplicationImpact::ratio>("ratio"),
    Field<InfiniteOrNumber, &ApplicationImpact::low>("low"), Field<InfiniteOrNumber, &ApplicationImpact::high>("high"),
    Field<&ApplicationImpact::confidence>("confidence"),
    Field<NullIfEmpty<std::string>, &ApplicationImpact::hangs>("hangs", "how it does with the candidate alone"),
    Field<&ApplicationImpact::verdict>("verdict"), Field<&ApplicationImpact::parts>("parts", "what matters most first"),
    Field<&ApplicationImpact::notes>("notes"));

template <>
inline constexpr auto kFields<Sensitivity> = Interface(
    "Sensitivity", "The cost for an application if one of its parts were slower.",
    Field<&Sensitivity::application>("application"), Field<&Sensitivity::operation>("operation"),
    Field<&Sensitivity::bytes>("bytes"), Field<&Sensitivity::label>("label"), Field<&Sensitivity::calls>("calls"),
    Field<&Sensitivity::cost_of_one_percent>("cost_of_one_percent", "0.0043: 1% slower costs it 0.43%"));

template <>
inline constexpr auto kFields<ImpactSection> =
    Interface("Impact", "The cost of the change for applications.", Field<&ImpactSection::applications>("applications"),
              Field<&ImpactSection::fail_impact>("fail_impact"), Field<&ImpactSection::verdict>("verdict"),
              Field<NullIfEmpty<std::vector<Sensitivity>>, &ImpactSection::sensitivity>("sensitivity"));

}  // namespace mpigauge
