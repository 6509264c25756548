#pragma once
// Tensors on the host and on a device. All are contiguous and row-major, shapes outermost first.
#include "xpu/dtype.hpp"
#include "xpu/error.hpp"
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace xpu {

using Shape = std::vector<uint64_t>;

/// "[3, 4]".
std::string to_string(const Shape& shape);
/// Product of the dimensions; 1 for a scalar. An overflow of 64 bits saturates, so that every later limit check fails.
uint64_t element_count(const Shape& shape);

struct TensorType {
    DType dtype = DType::f32;
    Shape shape;
    uint64_t elements() const { return element_count(shape); }
    uint64_t bytes() const;  ///< saturating, like element_count
    bool operator==(const TensorType&) const = default;
};

/// "f32 [3, 4]".
std::string to_string(const TensorType& type);

/// A tensor in host memory; `data` holds exactly type.bytes() bytes, little-endian.
struct HostTensor {
    TensorType type;
    std::vector<std::byte> data;

    template <class T> std::span<const T> as() const {
        return {reinterpret_cast<const T*>(data.data()), data.size() / sizeof(T)};
    }
    template <class T> std::span<T> as() { return {reinterpret_cast<T*>(data.data()), data.size() / sizeof(T)}; }

    static HostTensor zeros(TensorType type);
    static HostTensor f32(Shape shape, std::span<const float> values);
};

/// A counted piece of device memory. The last release gives it back to its device's pool.
class BufferHandle;
using Buffer = std::shared_ptr<const BufferHandle>;

/// A tensor on a device: copies share the buffer.
struct Tensor {
    Buffer buffer;
    uint64_t offset = 0;  ///< bytes into the buffer; a multiple of 256
    TensorType type;
};

}  // namespace xpu
