#pragma once

#include "baselines/compare/comparison.h"

namespace mpigauge {

// Dashboards and rules live on these numbers: never change them.
inline double VerdictCode(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass:
      return 0;
    case Verdict::kFail:
      return 1;
    case Verdict::kInconclusive:
      break;
  }
  return 2;
}

}  // namespace mpigauge
