// Helpers for the one error type of the project, absl::Status. A message says what was wrong,
// where, and what would be right; the code is the gRPC code that a client sees.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace cox {

// The same code and payloads, with "context: " in front of the message. OK stays OK.
absl::Status Annotate(const absl::Status& status, absl::string_view context);

// An error from errno, with a code that fits it (ENOENT -> NOT_FOUND, EACCES -> PERMISSION_DENIED,
// ENOSPC, EDQUOT and EFBIG -> RESOURCE_EXHAUSTED, EEXIST -> ALREADY_EXISTS, others -> INTERNAL).
absl::Status ErrnoStatus(int error, absl::string_view context);

}  // namespace cox
