#include "base/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Meal {
  bool warm = true;
  int courses = 3;
  int guests = 2;
  double tip = 0.1;
  std::string place = "kitchen";
  std::vector<std::string> recipes;
};

SettingList SettingsOf(Meal& meal) {
  const auto no_pan = [](const std::string& text, const std::string& what) {
    if (text == "pan") throw UsageError("{} {}: is no recipe", what, text);
  };
  return {{.key = "warm", .value = &meal.warm, .group = "Meal", .help = ""},
          {.key = "courses", .value = &meal.courses, .group = "Meal", .help = "", .least = 1, .most = 5, .word = "off"},
          {.key = "most_guests", .value = &meal.guests, .group = "Meal", .help = "", .least = 1, .most = 9},
          {.key = "tip", .value = &meal.tip, .group = "Meal", .help = "", .least = 0.001, .most = 0.5},
          {.key = "place", .value = &meal.place, .group = "Meal", .help = ""},
          {.key = "recipe", .value = &meal.recipes, .group = "Meal", .help = "", .is_path = true, .check = no_pan}};
}

Meal MealFrom(const std::string& text) {
  Meal meal;
  const toml::table parsed = ParseToml(text, "meal.toml");
  TomlTable table(parsed, "meal.toml", "");
  ReadSettings(table, SettingsOf(meal), "/books/first");
  table.CheckKeys();
  return meal;
}

std::string MealError(const std::string& text) {
  try {
    MealFrom(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    return error.what();
  }
  return "no error";
}

TEST(ReadSettings, TakesEachTypeOfValue) {
  const Meal meal = MealFrom("warm = false\ncourses = 5\nmost_guests = 9\ntip = \"0.1%\"\nplace = \"garden\"\n");
  EXPECT_FALSE(meal.warm);
  EXPECT_EQ(meal.courses, 5);
  EXPECT_EQ(meal.guests, 9);
  EXPECT_EQ(meal.tip, 0.001);
  EXPECT_EQ(meal.place, "garden");
}

TEST(ReadSettings, KeepsDefaultsOfMissingKeys) {
  const Meal meal = MealFrom("");
  EXPECT_TRUE(meal.warm);
  EXPECT_EQ(meal.courses, 3);
  EXPECT_EQ(meal.tip, 0.1);
  EXPECT_EQ(meal.place, "kitchen");
}

TEST(ReadSettings, PathsBeginAtTheFolderOfTheFile) {
  EXPECT_THAT(MealFrom("recipe = [\"soup\", \"../cake\", \"/stew=old\"]").recipes,
              ElementsAre("/books/first/soup", "/books/cake", "/stew=old"));
  EXPECT_THAT(MealFrom("recipe = \"soup\"").recipes, ElementsAre("/books/first/soup"));
}

TEST(ReadSettings, AWordStandsForTheSmallestNumber) {
  EXPECT_EQ(MealFrom("courses = \"off\"").courses, 1);
  EXPECT_THAT(MealError("courses = \"on\""), HasSubstr("meal.toml, line 1: courses: a whole number from 1 to 5"));
  EXPECT_THAT(MealError("most_guests = \"off\""), HasSubstr("most_guests: a whole number from 1 to 9"));
}

TEST(ReadSettings, RefusesValuesOutOfRangeOrOfAnotherType) {
  for (const char* text : {"courses = 0", "courses = 6", "most_guests = 1.5", "tip = 0.6", "tip = 5", "tip = \"60%\"",
                           "tip = true", "tip = nan", "warm = 1", "place = 3", "recipe = 4", "drinks = 2"}) {
    EXPECT_THAT(MealError(text), HasSubstr("meal.toml, line 1: ")) << text;
  }
}

TEST(ReadSettings, AShareIsANumberOrHasPercent) {
  EXPECT_EQ(MealFrom("tip = 0.05").tip, 0.05);
  EXPECT_EQ(MealFrom("tip = \"5%\"").tip, 0.05);
  EXPECT_EQ(MealFrom("tip = \"0.05\"").tip, 0.05);
  EXPECT_EQ(MealError("tip = \"60%\""), "meal.toml, line 1: tip: '60%' is not a share from 0.1% to 50%");
}

TEST(ReadSettings, NamesTheLineOfATextThatItsCheckRefuses) {
  EXPECT_THAT(MealError("warm = true\nrecipe = [\"soup\", \"pan\"]"),
              HasSubstr("meal.toml, line 2: recipe pan: is no recipe"));
}

TEST(OptionName, HasHyphens) {
  Meal meal;
  EXPECT_EQ(OptionName(SettingsOf(meal)[2]), "--most-guests");
}

TEST(ParseCount, IsANumberInRangeOrTheWord) {
  Meal meal;
  const Setting courses = SettingsOf(meal)[1];
  EXPECT_EQ(ParseCount(courses, "1", "--courses"), 1);
  EXPECT_EQ(ParseCount(courses, "5", "--courses"), 5);
  EXPECT_EQ(ParseCount(courses, "off", "--courses"), 1);
  for (const char* bad : {"", "0", "6", "-2", "many", "3x"}) {
    EXPECT_THROW(ParseCount(courses, bad, "--courses"), Error) << bad;
  }
}

}  // namespace
}  // namespace mpigauge
