// Where the reference data is (tests/data/oracles/README.md).
#pragma once

#include <cstdlib>
#include <string>

#include "common/base/fs.h"

namespace cox {

// The folder COX_ORACLES names, else the copy in the source tree.
inline std::string OraclePath(const std::string& name) {
  const char* oracles = std::getenv("COX_ORACLES");
  if (oracles != nullptr && *oracles != '\0') return JoinPath(oracles, name);
  const char* source = std::getenv("COX_SOURCE_DIR");
  return JoinPath(JoinPath(source != nullptr ? source : ".", "tests/data/oracles"), name);
}

}  // namespace cox
