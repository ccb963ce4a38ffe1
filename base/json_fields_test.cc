#include "base/json_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace mpigauge {
namespace fruit {

enum class Ripeness { kGreen, kRipe };
constexpr EnumTexts<Ripeness, 2> kRipeness = {{{Ripeness::kGreen, "green"}, {Ripeness::kRipe, "ripe"}}};
std::string RipenessName(Ripeness ripeness) { return TextOf(kRipeness, ripeness); }
Ripeness RipenessFromName(std::string_view name) { return FromText(kRipeness, name, "ripeness"); }

int PositiveAt(const Json& json, const char* key) {
  if (json.at(key) < 1) throw UsageError("{}: is less than 1", key);
  return json.at(key);
}

struct Size {
  int height = 1;
};

struct Pear {
  std::string sort;
  double sugar = 0;
  Ripeness ripeness = Ripeness::kGreen;
  Size size = {};
  std::optional<int> seeds = {};
};

struct Basket {
  std::vector<Pear> pears;
  std::vector<std::pair<std::string, int>> rows;
  std::vector<std::string> notes;
  std::optional<Pear> best;
};

}  // namespace fruit

template <>
struct JsonOf<fruit::Ripeness> : ByName<fruit::RipenessName, fruit::RipenessFromName> {};

template <>
inline constexpr auto kFields<fruit::Pear> =
    Interface("Pear", "A fruit.", Field<&fruit::Pear::sort>("sort"),
              Field<NumberOrNull, &fruit::Pear::sugar>("sugar", "per pear"), Field<&fruit::Pear::ripeness>("ripeness"),
              Field<CheckedBy<fruit::PositiveAt>, &fruit::Pear::size, &fruit::Size::height>("height"),
              Field<&fruit::Pear::seeds>("seeds"));

template <>
inline constexpr auto kFields<fruit::Basket> =
    Interface("Basket", "Many of them.", Field<&fruit::Basket::pears>("pears"), Field<&fruit::Basket::rows>("rows"),
              Field<NullIfEmpty<std::vector<std::string>>, &fruit::Basket::notes>("notes"),
              Field<&fruit::Basket::best>("best").MayBeMissing());

namespace {

using fruit::Basket;
using testing::HasSubstr;

const fruit::Pear kPear = {"conference", std::nan(""), fruit::Ripeness::kRipe, {7}, std::nullopt};

std::string ErrorOf(const std::string& text) {
  try {
    ReadingJson("basket.json", [&] { return FieldsFromJson<Basket>(ParseJson(text, "basket.json")); });
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(JsonFields, AreInTheOrderOfTheTable) {
  EXPECT_EQ(FieldsToJson(Basket{{kPear}, {{"b", 2}, {"a", 1}}, {}, std::nullopt}).dump(),
            R"({"pears":[{"sort":"conference","sugar":null,"ripeness":"ripe","height":7,"seeds":null}],)"
            R"("rows":{"b":2,"a":1},"notes":null})");
}

TEST(JsonFields, ComeBackAsTheyWere) {
  const Json json = FieldsToJson(Basket{{kPear, {"", 3.5, {}, {}, 5}}, {{"b", 2}, {"a", 1}}, {"sweet"}, kPear});
  const Basket back = FieldsFromJson<Basket>(json);
  EXPECT_EQ(FieldsToJson(back), json);
  EXPECT_TRUE(std::isnan(back.pears[0].sugar));
  EXPECT_EQ(back.pears[1].seeds, 5);
  EXPECT_EQ(back.best->ripeness, fruit::Ripeness::kRipe);
  EXPECT_TRUE(FieldsFromJson<Basket>(FieldsToJson(Basket())).notes.empty());
}

TEST(JsonFields, ErrorsNameTheMissingOrWrongKey) {
  EXPECT_EQ(ErrorOf("{}"), "basket.json: key 'pears' not found");
  EXPECT_THAT(ErrorOf(R"({"pears": {"a": 1}})"), HasSubstr("basket.json: (/pears) type must be array"));
  EXPECT_THAT(ErrorOf(R"({"pears": [{"sort": 1}]})"), HasSubstr("basket.json: (/pears/0/sort) type must be string"));
  EXPECT_THAT(ErrorOf(R"({"pears": [], "rows": []})"), HasSubstr("(/rows) type must be object"));
  const std::string pear = R"({"pears": [{"sort": "", "sugar": 1, "ripeness": )";
  EXPECT_EQ(ErrorOf(pear + R"("old"}]})"), "unknown ripeness 'old'; there are green, ripe");
  EXPECT_EQ(ErrorOf(pear + R"("ripe", "height": 0}]})"), "height: is less than 1");
}

TEST(JsonFields, AreDescribedInTypeScript) {
  TypeScript types;
  EXPECT_EQ(AddInterface<Basket>(types), "Basket");
  EXPECT_EQ(types.text, R"(
// A fruit.
export interface Pear {
  sort: string;
  sugar: number | null; // per pear
  ripeness: 'green' | 'ripe'; height: number; seeds: number | null;
}

// Many of them.
export interface Basket {
  pears: Pear[]; rows: Record<string, number>; notes: string[] | null; best?: Pear | null;
}
)");
}

}  // namespace
}  // namespace mpigauge
