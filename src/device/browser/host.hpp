#pragma once
// What the page provides to the core: the imports of the WebAssembly module. web/src/core.ts is the other side.
// Pointers are into linear memory, and none of these calls the core back before it returns.
#include <cstdint>

#define XPU_HOST(name) __attribute__((import_module("host"), import_name(name)))

extern "C" {

/// Replays a command list and later ends the ticket.
XPU_HOST("submit") void xpu_host_submit(const uint32_t* words, uint32_t count, uint32_t ticket);

/// Compiles WGSL in the background as pipeline `id` and later ends the ticket. The layout comes in two halves, because
/// a 64-bit integer would cross as a BigInt.
XPU_HOST("compile")
void xpu_host_compile(uint32_t id, const char* text, uint32_t length, uint32_t layout_low, uint32_t layout_high,
                      uint32_t ticket);

/// Destroys the device and forgets every ticket.
XPU_HOST("destroy") void xpu_host_destroy();

/// Ends the ticket from a fresh task of the event loop, so that messages and cancellations get their turn.
XPU_HOST("yield") void xpu_host_yield(uint32_t ticket);

/// A call is over. ok = 1: JSON, or a tensor's bytes for a read; ok = 0: {"code", "message"}. Copied before it returns.
XPU_HOST("settled") void xpu_host_settled(uint32_t call, uint32_t ok, const void* bytes, uint32_t length);

/// How far a call has come, as JSON. Copied before it returns.
XPU_HOST("progress") void xpu_host_progress(uint32_t call, const char* json, uint32_t length);

/// A line of the log, of a level of LogLevel. Copied before it returns.
XPU_HOST("log") void xpu_host_log(uint32_t level, const char* text, uint32_t length);

/// Seconds of a clock that never goes back.
XPU_HOST("now") double xpu_host_now();
}
