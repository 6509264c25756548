#pragma once
// Errors are values: no exception crosses this library, and nothing in it aborts.
#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace xpu {

/// What kind of thing went wrong. The first group is the caller's input, the second the outside world.
enum class Code {
    shape,        ///< a length or a shape does not fit
    range,        ///< a scalar is out of range
    divisible,    ///< a size does not divide another
    kind,         ///< an unknown name of a kind
    type,         ///< a parameter has the wrong type
    dtype,        ///< a tensor has the wrong element type
    missing,      ///< a required tensor or parameter is absent
    unknown,      ///< an operator, tensor, parameter, entry or device of that name does not exist
    conflict,     ///< exclusive arguments were given together
    io,           ///< a file cannot be opened, read or written
    format,       ///< a file's contents are not what its format says
    limit,        ///< more than the device allows
    unsupported,  ///< the device or the build lacks what the call needs
    device,       ///< the graphics library refused a call
    lost,         ///< the device is lost; a new one can be made
    timeout,      ///< the device did not finish; it counts as lost
    cancelled,    ///< the caller gave up
};

std::string_view name(Code code);

/// One clear sentence: what was expected and what came.
struct Error {
    Code code;
    std::string message;
};

template <class T> using Result = std::expected<T, Error>;
using Status = Result<void>;

inline std::unexpected<Error> fail(Code code, std::string message) {
    return std::unexpected(Error{code, std::move(message)});
}

/// Hands an error on, with its message as it is.
template <class T> std::unexpected<Error> forward(const Result<T>& failed) { return std::unexpected(failed.error()); }

}  // namespace xpu
