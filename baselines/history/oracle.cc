#include "baselines/history/oracle.h"

namespace mpigauge {

const Json& HistoryOracle() {
  static const Json kOracle = ReadJson("baselines/history/testdata/oracle.json");
  return kOracle;
}

}  // namespace mpigauge
