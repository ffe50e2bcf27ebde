#include "common/base/status.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "absl/strings/cord.h"
#include "common/base/status_macros.h"

namespace cox {
namespace {

TEST(AnnotateTest, PutsContextInFrontAndKeepsCodeAndPayload) {
  absl::Status status = absl::NotFoundError("no such key");
  status.SetPayload("url", absl::Cord("data"));
  const absl::Status annotated = Annotate(status, "model.safetensors");
  EXPECT_EQ(annotated.code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(annotated.message(), "model.safetensors: no such key");
  EXPECT_EQ(annotated.GetPayload("url"), absl::Cord("data"));
}

TEST(AnnotateTest, LeavesOkAlone) { EXPECT_TRUE(Annotate(absl::OkStatus(), "context").ok()); }

TEST(ErrnoStatusTest, ChoosesTheCodeThatFits) {
  EXPECT_EQ(ErrnoStatus(ENOENT, "f").code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(ErrnoStatus(EACCES, "f").code(), absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(ErrnoStatus(ENOSPC, "f").code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(ErrnoStatus(EADDRINUSE, "f").code(), absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(ErrnoStatus(EIO, "f").code(), absl::StatusCode::kInternal);
  EXPECT_EQ(ErrnoStatus(ENOENT, "data.txt").message(), "data.txt: No such file or directory");
}

absl::StatusOr<int> Twice(absl::StatusOr<int> in) {
  COX_ASSIGN_OR_RETURN(const int value, std::move(in));
  return 2 * value;
}

TEST(AssignOrReturnTest, UnwrapsAValueAndReturnsAnError) {
  EXPECT_EQ(*Twice(21), 42);
  EXPECT_EQ(Twice(absl::AbortedError("x")).status().code(), absl::StatusCode::kAborted);
}

}  // namespace
}  // namespace cox
