#pragma once
// The device of a page: command lists cross to TypeScript once per submission and are replayed there.
#include "device/backend.hpp"

namespace xpu::browser {

std::unique_ptr<Backend> make_backend();

/// Awaited by long work on the host, so that the page stays alive: it goes on in a fresh task of the event loop.
Submission give_way(Device& device);

}  // namespace xpu::browser
