#pragma once

#include "base/json.h"

namespace mpigauge {

// The numbers that make_oracle.py computed: {"splits": [...], "sequences": [...]}.
const Json& HistoryOracle();

}  // namespace mpigauge
