// The threads of simd::parallel. They start with the first call that has work for two, and end with the program.
#include "simd/simd.hpp"

#if defined(__wasm__)

namespace xpu::simd {

size_t threads() { return 1; }

void parallel(size_t count, void (*task)(void*, size_t), void* data) {
    for (size_t i = 0; i < count; i++) task(data, i);
}

}  // namespace xpu::simd

#else

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace xpu::simd {

namespace {

thread_local bool within = false;  // a task

class Pool {
  public:
    Pool() {
        for (size_t i = 1; i < threads(); i++) workers_.emplace_back([this] { work(); });
    }
    ~Pool() {
        {
            std::lock_guard lock(mutex_);
            stop_ = true;
        }
        wake_.notify_all();
        for (auto& worker : workers_) worker.join();
    }
    Pool(const Pool&) = delete;

    void run(size_t count, void (*task)(void*, size_t), void* data) {
        {
            std::lock_guard lock(mutex_);
            task_ = task, data_ = data, count_ = count;
            next_.store(0);
            open_ = workers_.size();
            round_++;
        }
        wake_.notify_all();
        take();
        std::unique_lock lock(mutex_);
        done_.wait(lock, [this] { return open_ == 0; });
    }

  private:
    void take() {
        within = true;
        for (size_t i = next_.fetch_add(1); i < count_; i = next_.fetch_add(1)) task_(data_, i);
        within = false;
    }
    void work() {
        std::unique_lock lock(mutex_);
        for (uint64_t seen = 0;;) {
            wake_.wait(lock, [&] { return stop_ || round_ != seen; });
            if (stop_) return;
            seen = round_;
            lock.unlock();
            take();
            lock.lock();
            if (--open_ == 0) done_.notify_one();
        }
    }

    std::mutex mutex_;  // guards all but what `take` reads, which changes only while no worker takes
    std::condition_variable wake_, done_;
    std::vector<std::thread> workers_;
    void (*task_)(void*, size_t) = nullptr;
    void* data_ = nullptr;
    size_t count_ = 0, open_ = 0;
    std::atomic<size_t> next_ = 0;
    uint64_t round_ = 0;
    bool stop_ = false;
};

}  // namespace

size_t threads() {
    static const size_t count = std::max(1u, std::thread::hardware_concurrency());
    return count;
}

void parallel(size_t count, void (*task)(void*, size_t), void* data) {
    static std::mutex one;  // call at a time has the threads; another, from another thread, goes without
    if (count > 1 && threads() > 1 && !within) {
        if (std::unique_lock lock(one, std::try_to_lock); lock) {
            static Pool pool;
            return pool.run(count, task, data);
        }
    }
    for (size_t i = 0; i < count; i++) task(data, i);
}

}  // namespace xpu::simd

#endif
