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

#include "simd/thread.hpp"
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace xpu::simd {

namespace {

thread_local bool within = false;  // a task

class Pool {
  public:
    Pool() {
        for (size_t i = 1; i < threads(); i++) {
            std::thread worker = start_thread([this] { work(); });
            if (!worker.joinable()) break;  // those that there are do all of it, and the caller is always one
            workers_.push_back(std::move(worker));
        }
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
        const size_t helpers = std::min(count - 1, workers_.size());
        {
            std::lock_guard lock(mutex_);
            task_ = task, data_ = data, count_ = count;
            next_.store(0);
            wanted_ = open_ = helpers;
        }
        for (size_t i = 0; i < helpers; i++) wake_.notify_one();
        take();
        std::unique_lock lock(mutex_);
        open_ -= std::exchange(wanted_, 0);  // nothing is left for who has not come yet
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
        for (;;) {
            wake_.wait(lock, [this] { return stop_ || wanted_ > 0; });
            if (stop_) return;
            wanted_--;
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
    size_t count_ = 0;
    size_t wanted_ = 0, open_ = 0;  // helpers that are to come, and those that have not gone
    std::atomic<size_t> next_ = 0;
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
