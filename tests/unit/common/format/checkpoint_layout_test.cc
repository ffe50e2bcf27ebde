#include "common/format/checkpoint_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/fs.h"
#include "tests/support/temp_dir.h"

namespace cox {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class CheckpointLayoutTest : public ::testing::Test {
 protected:
  void MakeCheckpoint(uint64_t step) {
    const std::string dir = CheckpointDir(out_.path(), step);
    ASSERT_TRUE(MakeDirs(dir).ok());
    ASSERT_TRUE(WriteFileAtomically(JoinPath(dir, kManifestName), "{}").ok());
  }
  std::vector<uint64_t> Steps() {
    std::vector<uint64_t> steps;
    const std::vector<FoundCheckpoint> all = ListCheckpoints(out_.path()).value();
    for (const FoundCheckpoint& found : all) steps.push_back(found.step);
    return steps;
  }
  TempDir out_;
};

TEST_F(CheckpointLayoutTest, NamesAreAsDocumented) {
  EXPECT_EQ(CheckpointDir("/out", 200), "/out/checkpoints/step-00000200");
  EXPECT_EQ(UnfinishedCheckpointDir("/out", 200, 3), "/out/checkpoints/step-00000200.tmp-3");
  EXPECT_EQ(CheckpointDir("/out", 1234567890), "/out/checkpoints/step-1234567890");
  EXPECT_EQ(ShardFileName(1, 4), "rank-1-of-4.safetensors");
  EXPECT_EQ(ExportDir("/out"), "/out/hf");
}

TEST_F(CheckpointLayoutTest, FolderThatIsNotThereHoldsNone) {
  EXPECT_THAT(*ListCheckpoints(out_ / "nowhere"), IsEmpty());
  EXPECT_FALSE(FindNewestCheckpoint(out_ / "nowhere")->has_value());
  EXPECT_TRUE(RemoveUnfinishedCheckpoints(out_ / "nowhere").ok());
}

TEST_F(CheckpointLayoutTest, NewestIsTheHighestStepAlsoPastThePadding) {
  for (const uint64_t step : {100000000, 200, 99999999}) MakeCheckpoint(step);
  EXPECT_THAT(Steps(), ElementsAre(200, 99999999, 100000000));
  EXPECT_EQ((*FindNewestCheckpoint(out_.path()))->step, 100000000u);
  EXPECT_EQ((*FindNewestCheckpoint(out_.path()))->path, CheckpointDir(out_.path(), 100000000));
}

TEST_F(CheckpointLayoutTest, OnlyFoldersWithTheFinalNameAndAManifestCount) {
  MakeCheckpoint(100);
  ASSERT_TRUE(MakeDirs(CheckpointDir(out_.path(), 300)).ok());  // No manifest.
  for (const char* name : {"step-00000400.tmp-1", "step-500", "step-00000600x", "notes"}) {
    const std::string dir = JoinPath(CheckpointsDir(out_.path()), name);
    ASSERT_TRUE(MakeDirs(dir).ok());
    ASSERT_TRUE(WriteFileAtomically(JoinPath(dir, kManifestName), "{}").ok());
  }
  EXPECT_THAT(Steps(), ElementsAre(100));
}

TEST_F(CheckpointLayoutTest, UnfinishedOnesAreRemovedAndNothingElse) {
  MakeCheckpoint(100);
  ASSERT_TRUE(MakeDirs(UnfinishedCheckpointDir(out_.path(), 200, 1)).ok());
  ASSERT_TRUE(MakeDirs(UnfinishedCheckpointDir(out_.path(), 300, 2)).ok());
  ASSERT_TRUE(MakeDirs(JoinPath(CheckpointsDir(out_.path()), "mine")).ok());
  ASSERT_TRUE(RemoveUnfinishedCheckpoints(out_.path()).ok());
  EXPECT_THAT(*ListDir(CheckpointsDir(out_.path())), ElementsAre("mine", "step-00000100"));
}

TEST_F(CheckpointLayoutTest, PruningKeepsTheNewest) {
  for (const uint64_t step : {100, 200, 300, 400}) MakeCheckpoint(step);
  ASSERT_TRUE(PruneCheckpoints(out_.path(), 2, 400).ok());
  EXPECT_THAT(Steps(), ElementsAre(300, 400));
  EXPECT_THAT(*ListDir(CheckpointsDir(out_.path())), ElementsAre("step-00000300", "step-00000400"));
}

TEST_F(CheckpointLayoutTest, PruningWithZeroKeepsAll) {
  for (const uint64_t step : {100, 200, 300}) MakeCheckpoint(step);
  ASSERT_TRUE(PruneCheckpoints(out_.path(), 0, 300).ok());
  EXPECT_THAT(Steps(), ElementsAre(100, 200, 300));
}

TEST_F(CheckpointLayoutTest, PruningKeepsTheOneJustWrittenAfterGoingBack) {
  for (const uint64_t step : {100, 150, 200}) MakeCheckpoint(step);
  ASSERT_TRUE(PruneCheckpoints(out_.path(), 1, 150).ok());
  EXPECT_THAT(Steps(), ElementsAre(150, 200));
}

}  // namespace
}  // namespace cox
