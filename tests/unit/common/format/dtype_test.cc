#include "common/format/dtype.h"

#include <gtest/gtest.h>

#include <utility>

namespace cox {
namespace {

TEST(DTypeTest, NamesGoThereAndBackWithTheirSizes) {
  const std::pair<const char*, size_t> sizes[] = {
      {"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"F8_E5M2", 1}, {"F8_E4M3", 1}, {"F8_E8M0", 1},
      {"I16", 2},  {"U16", 2}, {"F16", 2}, {"BF16", 2},    {"I32", 4},     {"U32", 4},
      {"F32", 4},  {"I64", 8}, {"U64", 8}, {"F64", 8},     {"C64", 8},
  };
  for (const auto& [name, size_bytes] : sizes) {
    const std::optional<DType> dtype = DTypeFromName(name);
    ASSERT_TRUE(dtype.has_value()) << name;
    EXPECT_EQ(DTypeName(*dtype), name);
    EXPECT_EQ(SizeOf(*dtype), size_bytes) << name;
  }
  EXPECT_FALSE(DTypeFromName("f32").has_value());
  EXPECT_FALSE(DTypeFromName("").has_value());
}

TEST(TensorBytesTest, MultipliesSizesAndNoticesOverflow) {
  EXPECT_EQ(TensorBytes(DType::kF32, {}), 4u);
  EXPECT_EQ(TensorBytes(DType::kBF16, {3, 5}), 30u);
  EXPECT_EQ(TensorBytes(DType::kF64, {7, 0, 2}), 0u);
  EXPECT_EQ(TensorBytes(DType::kF64, {INT64_MAX}), std::nullopt);
  EXPECT_EQ(TensorBytes(DType::kU8, {1ll << 32, 1ll << 31}), std::nullopt);
  EXPECT_EQ(TensorBytes(DType::kU8, {-1}), std::nullopt);
}

}  // namespace
}  // namespace cox
