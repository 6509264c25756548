#pragma once
// A lazy coroutine. It starts when awaited (or when `wait` drives it), and destroying it cancels it: what it was
// waiting for is detached and its late result dropped.
#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

namespace xpu {

template <class T> class [[nodiscard]] Task {
  public:
    struct promise_type;
    using Handle = std::coroutine_handle<promise_type>;

    struct promise_type {
        std::coroutine_handle<> continuation = std::noop_coroutine();
        std::optional<T> value;
        bool started = false;

        Task get_return_object() { return Task(Handle::from_promise(*this)); }
        std::suspend_always initial_suspend() noexcept { return {}; }
        struct Final {
            bool await_ready() noexcept { return false; }
            std::coroutine_handle<> await_suspend(Handle h) noexcept { return h.promise().continuation; }
            void await_resume() noexcept {}
        };
        Final final_suspend() noexcept { return {}; }
        void return_value(T result) { value.emplace(std::move(result)); }
        // The library is built without exceptions; one that a caller's code throws through it cannot be carried on.
        void unhandled_exception() noexcept { std::terminate(); }
    };

    Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
    Task& operator=(Task&& other) noexcept {
        if (this != &other) {
            if (handle_) handle_.destroy();
            handle_ = std::exchange(other.handle_, {});
        }
        return *this;
    }
    ~Task() {
        if (handle_) handle_.destroy();
    }

    bool await_ready() const noexcept { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> continuation) noexcept {
        handle_.promise().continuation = continuation;
        return handle_;
    }
    T await_resume() { return std::move(*handle_.promise().value); }

    /// For the root of a chain only: runs until the first suspension; a second call does nothing. `done` says whether `result` is there.
    void start() {
        if (!std::exchange(handle_.promise().started, true)) handle_.resume();
    }
    bool done() const { return handle_.done(); }
    T& result() { return *handle_.promise().value; }

  private:
    explicit Task(Handle h) : handle_(h) {}
    Handle handle_;
};

}  // namespace xpu
