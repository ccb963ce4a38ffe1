#pragma once

#include <gtest/gtest.h>

#include <concepts>
#include <string>

#include "base/error.h"

namespace mpigauge {

// Returns the text of the Error that `action` throws; "no error" where it throws none.
template <std::invocable Action>
std::string ErrorOf(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

// The same of an Error in usage or input; any other one is a failure of the test.
template <std::invocable Action>
std::string UsageErrorOf(const Action& action) {
  return ErrorOf([&] {
    try {
      action();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::kUsage) << error.what();
      throw;
    }
  });
}

}  // namespace mpigauge
