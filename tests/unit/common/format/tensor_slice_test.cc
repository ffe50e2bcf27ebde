#include "common/format/tensor_slice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "common/format/convert.h"
#include "common/format/safetensors_writer.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace cox {
namespace {

using ::testing::HasSubstr;

class TensorSliceTest : public ::testing::Test {
 protected:
  // A set with one bf16 tensor "t" of this shape holding 0, 1, 2, ...
  StoredTensor Store(const std::vector<int64_t>& shape) {
    int64_t count = 1;
    for (const int64_t size : shape) count *= size;
    std::vector<uint16_t> bits(static_cast<size_t>(count));
    for (size_t i = 0; i < bits.size(); ++i) bits[i] = BFloat16FromFloat(static_cast<float>(i));
    auto writer = SafetensorsWriter::Create(dir_ / "t.safetensors", {{"t", DType::kBF16, shape}});
    EXPECT_THAT(writer, IsOk());
    EXPECT_THAT((*writer)->Write(0, 0, bits.data(), bits.size() * 2), IsOk());
    EXPECT_THAT((*writer)->Finish(), IsOk());
    set_ = std::move(*SafetensorsSet::Open(dir_ / "t.safetensors"));
    return *set_->Find("t");
  }
  TempDir dir_;
  std::unique_ptr<SafetensorsSet> set_;
};

TEST_F(TensorSliceTest, EverySliceOfEveryDimHasThatDimOutermost) {
  const StoredTensor tensor = Store({3, 4, 5});
  for (int dim = 0; dim < 3; ++dim) {
    const int64_t sizes[] = {3, 4, 5};
    for (int64_t begin = 0; begin <= sizes[dim]; ++begin) {
      for (int64_t end = begin; end <= sizes[dim]; ++end) {
        std::vector<float> want;
        for (int64_t j = begin; j < end; ++j) {
          for (int64_t i = 0; i < 60; ++i) {
            const int64_t index[] = {i / 20, i / 5 % 4, i % 5};
            if (index[dim] == j) want.push_back(static_cast<float>(i));
          }
        }
        std::vector<float> got(want.size());
        ASSERT_THAT(ReadSliceAsFloat(tensor, {dim, begin, end}, absl::MakeSpan(got)), IsOk());
        EXPECT_EQ(got, want) << dim << " " << begin << " " << end;
      }
    }
  }
}

TEST_F(TensorSliceTest, WholeTensorsAndScalars) {
  std::vector<float> got(6);
  ASSERT_THAT(ReadSliceAsFloat(Store({2, 3}), {}, absl::MakeSpan(got)), IsOk());
  EXPECT_EQ(got, (std::vector<float>{0, 1, 2, 3, 4, 5}));
  got.resize(1);
  ASSERT_THAT(ReadSliceAsFloat(Store({}), {}, absl::MakeSpan(got)), IsOk());
  EXPECT_EQ(got[0], 0);
}

TEST_F(TensorSliceTest, IndicesAndMemoryThatDoNotFitAreRefused) {
  const StoredTensor tensor = Store({2, 3});
  std::vector<float> got(6);
  EXPECT_THAT(ReadSliceAsFloat(tensor, {1, 2, 4}, absl::MakeSpan(got)),
              StatusIs(absl::StatusCode::kOutOfRange, HasSubstr("\"t\": no indices [2, 4)")));
  EXPECT_THAT(ReadSliceAsFloat(tensor, {2, 0, 1}, absl::MakeSpan(got)),
              StatusIs(absl::StatusCode::kOutOfRange, HasSubstr("of dim 2")));
  EXPECT_THAT(ReadSliceAsFloat(tensor, {1, 0, 1}, absl::MakeSpan(got)),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("2 elements, the memory 6")));
}

}  // namespace
}  // namespace cox
