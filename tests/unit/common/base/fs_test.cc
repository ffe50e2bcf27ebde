#include "common/base/fs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace cox {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class FsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "fs_test_XXXXXX";
    dir_ = mkdtemp(pattern.data());
  }
  void TearDown() override { ASSERT_TRUE(RemoveTree(dir_).ok()); }
  std::string dir_;
};

TEST_F(FsTest, WrittenFileIsReadBackAndLeavesNoTemporary) {
  const std::string path = JoinPath(dir_, "a.bin");
  ASSERT_TRUE(WriteFileAtomically(path, std::string("x\0y", 3)).ok());
  ASSERT_TRUE(WriteFileAtomically(path, "second").ok());
  EXPECT_EQ(*ReadFile(path), "second");
  EXPECT_THAT(*ListDir(dir_), ElementsAre("a.bin"));
  EXPECT_EQ(*FileSize(path), 6u);
}

TEST_F(FsTest, ErrorsNameThePath) {
  const std::string path = JoinPath(dir_, "none");
  const auto missing = ReadFile(path);
  EXPECT_EQ(missing.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(missing.status().message()), HasSubstr(path));
  EXPECT_EQ(ReadFile(dir_).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_FALSE(WriteFileAtomically(JoinPath(path, "below"), "x").ok());
}

TEST_F(FsTest, FileOverTheLimitIsRefused) {
  const std::string path = JoinPath(dir_, "big");
  ASSERT_TRUE(WriteFileAtomically(path, std::string(100, 'x')).ok());
  EXPECT_EQ(ReadFile(path, 99).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(ReadFile(path, 100).ok());
}

TEST_F(FsTest, FilesOfTheKernelAreReadThoughTheirSizeIsZero) {
  EXPECT_FALSE(ReadFile("/proc/self/stat")->empty());
}

TEST_F(FsTest, FoldersAreMadeWithTheirParentsAndRemovedWhole) {
  const std::string deep = JoinPath(dir_, "a/b/c");
  ASSERT_TRUE(MakeDirs(deep).ok());
  ASSERT_TRUE(MakeDirs(deep).ok());
  EXPECT_TRUE(PathExists(deep));
  ASSERT_TRUE(RemoveTree(JoinPath(dir_, "a")).ok());
  EXPECT_FALSE(PathExists(deep));
  EXPECT_TRUE(RemoveTree(JoinPath(dir_, "a")).ok());
}

TEST_F(FsTest, CommittedFolderTakesThePlaceOfTheOneThatWasThere) {
  const std::string from = JoinPath(dir_, "new.tmp");
  const std::string to = JoinPath(dir_, "kept");
  for (const char* content : {"first", "second"}) {
    ASSERT_TRUE(MakeDirs(from).ok());
    ASSERT_TRUE(WriteFileAtomically(JoinPath(from, "a"), content).ok());
    ASSERT_TRUE(CommitDir(from, to).ok());
    EXPECT_EQ(*ReadFile(JoinPath(to, "a")), content);
    EXPECT_THAT(*ListDir(dir_), ElementsAre("kept"));
  }
  EXPECT_EQ(CommitDir(JoinPath(dir_, "none"), JoinPath(dir_, "to")).code(),
            absl::StatusCode::kNotFound);
}

TEST(JoinPathTest, KeepsAbsolutePathsAndNormalises) {
  EXPECT_EQ(JoinPath("/data", "/abs/x"), "/abs/x");
  EXPECT_EQ(JoinPath("/data", "a/../b"), "/data/b");
}

}  // namespace
}  // namespace cox
