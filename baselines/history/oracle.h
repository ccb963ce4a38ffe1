#pragma once

#include "base/json.h"

namespace mpigauge {

// What make_oracle.py computed: {"splits": [...], "sequences": [...]}.
const Json& HistoryOracle();

}  // namespace mpigauge
