#include "common/format/convert.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/status_matchers.h"

namespace cox {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(BFloat16Test, EveryValueSurvivesTheWayThereAndBack) {
  for (uint32_t bits = 0; bits <= 0xffff; ++bits) {
    const float value = FloatFromBFloat16(static_cast<uint16_t>(bits));
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(FloatFromBFloat16(BFloat16FromFloat(value))));
    } else {
      ASSERT_EQ(BFloat16FromFloat(value), bits);
    }
  }
}

TEST(BFloat16Test, RoundsToNearestAndTiesToEven) {
  const float step = 0x1p-7f;  // Between bfloat16 values from 1 to 2.
  EXPECT_EQ(FloatFromBFloat16(BFloat16FromFloat(1 + 0.49f * step)), 1.0f);
  EXPECT_EQ(FloatFromBFloat16(BFloat16FromFloat(1 + 0.51f * step)), 1 + step);
  EXPECT_EQ(FloatFromBFloat16(BFloat16FromFloat(1 + 0.5f * step)), 1.0f);
  EXPECT_EQ(FloatFromBFloat16(BFloat16FromFloat(1 + 1.5f * step)), 1 + 2 * step);
  EXPECT_EQ(FloatFromBFloat16(BFloat16FromFloat(-1 - 1.5f * step)), -1 - 2 * step);
}

TEST(BFloat16Test, OverflowIsInfinityAndNaNStaysNaN) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(FloatFromBFloat16(BFloat16FromFloat(std::numeric_limits<float>::max())), infinity);
  EXPECT_EQ(FloatFromBFloat16(BFloat16FromFloat(-infinity)), -infinity);
  // A NaN whose set bits all lie in the half that is cut off.
  const uint32_t bits = 0x7f800001;
  float nan;
  std::memcpy(&nan, &bits, sizeof(nan));
  EXPECT_TRUE(std::isnan(FloatFromBFloat16(BFloat16FromFloat(nan))));
}

TEST(Float16Test, KnownValues) {
  EXPECT_EQ(FloatFromFloat16(0x3c00), 1.0f);
  EXPECT_EQ(FloatFromFloat16(0xc000), -2.0f);
  EXPECT_EQ(FloatFromFloat16(0x7bff), 65504.0f);
  EXPECT_EQ(FloatFromFloat16(0x0001), 0x1p-24f);
  EXPECT_EQ(FloatFromFloat16(0x83ff), -0x3ffp-24f);
  EXPECT_EQ(FloatFromFloat16(0x0400), 0x1p-14f);
  EXPECT_EQ(FloatFromFloat16(0x3555), 0x1.554p-2f);
  EXPECT_TRUE(std::signbit(FloatFromFloat16(0x8000)));
  EXPECT_TRUE(std::isinf(FloatFromFloat16(0x7c00)));
  EXPECT_TRUE(std::isnan(FloatFromFloat16(0x7e00)));
}

TEST(ConvertToFloatTest, ReadsEachFloatingTypeAndRefusesOthers) {
  std::vector<float> out(2);
  const uint16_t bf16[] = {0x3f80, 0xc000};
  ASSERT_THAT(ConvertToFloat(DType::kBF16, bf16, 2, out.data()), IsOk());
  EXPECT_THAT(out, ElementsAre(1.0f, -2.0f));
  const double f64[] = {0.5, 1e-3};
  ASSERT_THAT(ConvertToFloat(DType::kF64, f64, 2, out.data()), IsOk());
  EXPECT_THAT(out, ElementsAre(0.5f, 1e-3f));
  EXPECT_THAT(ConvertToFloat(DType::kI64, f64, 2, out.data()),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("I64")));
}

}  // namespace
}  // namespace cox
