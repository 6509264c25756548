// What is in flight: every end comes once, and only to those that still wait.
#include "fake_device.hpp"
#include <doctest/doctest.h>

using namespace xpu;

namespace {

const TensorType kFour{DType::f32, {4}};

struct Setup {
    fake::FakeDevice fake;
    Tensor tensor;
};

/// A device that ends nothing by itself, and a tensor on it.
Setup setup() {
    auto fake = fake::make();
    fake.backend->by_itself = false;
    auto tensor = fake.device.empty(kFour);
    REQUIRE(tensor);
    return {fake, *tensor};
}

void end_last(Setup& s, Ending ending = Ending::ok, std::string_view why = "") {
    s.fake.backend->state->end(s.fake.backend->sent.back().ticket, ending, why);
}

Task<Result<int>> two_reads(Device device, Tensor tensor, int& progress) {
    auto first = co_await device.read(tensor);
    progress = 1;
    if (!first) co_return forward(first);
    auto second = co_await device.read(tensor);
    progress = 2;
    if (!second) co_return forward(second);
    co_return 42;
}

}  // namespace

TEST_CASE("a task goes on when its submission ends, and not before it is polled") {
    auto s = setup();
    int progress = 0;
    auto task = two_reads(s.fake.device, s.tensor, progress);
    CHECK(s.fake.backend->sent.empty());  // a task is lazy
    task.start();
    REQUIRE(s.fake.backend->sent.size() == 1);
    CHECK(s.fake.device.poll());  // something is in flight
    CHECK(progress == 0);
    end_last(s);
    CHECK(progress == 0);  // an end resumes nobody
    CHECK(s.fake.device.poll());
    CHECK(progress == 1);
    end_last(s);
    CHECK_FALSE(s.fake.device.poll());
    REQUIRE(task.done());
    CHECK(*task.result() == 42);
}

TEST_CASE("the bytes of a read are where the backend was told to put them") {
    auto s = setup();
    auto task = s.fake.device.read(s.tensor);
    task.start();
    auto sent = fake::records(s.fake.backend->sent.back().words);
    REQUIRE(sent.back().opcode == Opcode::read);
    CHECK(sent.back().wide(3) == 16);
    const float values[] = {1, 2, 3, 4};
    std::memcpy(reinterpret_cast<void*>(sent.back().wide(5)), values, 16);
    end_last(s);
    s.fake.device.poll();
    REQUIRE(task.done());
    REQUIRE(task.result());
    CHECK(task.result()->as<float>()[3] == 4);
    CHECK(task.result()->type == kFour);
}

TEST_CASE("an error of the backend becomes the error of its own submission only") {
    auto s = setup();
    auto first = s.fake.device.read(s.tensor), second = s.fake.device.read(s.tensor);
    first.start();
    second.start();
    s.fake.backend->state->end(s.fake.backend->sent[0].ticket, Ending::refused, "the driver says no");
    s.fake.backend->state->end(s.fake.backend->sent[1].ticket, Ending::ok, "");
    s.fake.device.poll();
    REQUIRE(first.done());
    REQUIRE_FALSE(first.result());
    CHECK(first.result().error().code == Code::device);
    CHECK(first.result().error().message == "the driver says no");
    REQUIRE(second.done());
    CHECK(second.result());
}

TEST_CASE("a second end of a ticket is ignored") {
    auto s = setup();
    auto task = s.fake.device.read(s.tensor);
    task.start();
    const uint32_t ticket = s.fake.backend->sent.back().ticket;
    auto* state = s.fake.backend->state;
    state->end(ticket, Ending::ok, "");
    state->end(ticket, Ending::refused, "too late");
    CHECK_FALSE(state->busy());
    s.fake.device.poll();
    REQUIRE(task.done());
    CHECK(task.result());
    state->end(ticket, Ending::refused, "much too late");
    state->end(4711, Ending::ok, "");  // one that never was
    CHECK_FALSE(state->busy());
    CHECK_FALSE(s.fake.device.poll());
}

TEST_CASE("destroying a task while it waits detaches it; the late end is dropped, its memory lives until then") {
    auto s = setup();
    int progress = 0;
    {
        auto task = two_reads(s.fake.device, s.tensor, progress);
        task.start();
    }
    auto sent = fake::records(s.fake.backend->sent.back().words);
    std::memset(reinterpret_cast<void*>(sent.back().wide(5)), 1, 16);  // the backend still may write there
    CHECK(s.fake.device.poll());
    CHECK(s.fake.backend->state->ticket(s.fake.backend->sent.back().ticket) != nullptr);
    end_last(s);
    CHECK(s.fake.backend->state->ticket(s.fake.backend->sent.back().ticket) == nullptr);
    CHECK_FALSE(s.fake.device.poll());
    CHECK(progress == 0);
    end_last(s, Ending::refused, "again");
    CHECK_FALSE(s.fake.device.poll());
}

TEST_CASE("a task that is destroyed between the end and the poll is not resumed") {
    auto s = setup();
    int progress = 0;
    {
        auto task = two_reads(s.fake.device, s.tensor, progress);
        task.start();
        end_last(s);
    }
    CHECK_FALSE(s.fake.device.poll());
    CHECK(progress == 0);
    auto task = two_reads(s.fake.device, s.tensor, progress);  // and nothing is out of step for the next
    task.start();
    end_last(s);
    s.fake.device.poll();
    end_last(s);
    s.fake.device.poll();
    CHECK(task.done());
}

TEST_CASE("ticket numbers are never used twice") {
    auto s = setup();
    std::vector<uint32_t> seen;
    for (int i = 0; i < 100; i++) {
        (void)s.fake.device.submit(CommandList{});
        seen.push_back(s.fake.backend->sent.back().ticket);
        end_last(s);
    }
    std::sort(seen.begin(), seen.end());
    CHECK(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
}

TEST_CASE("losing the device ends everything in flight, and refuses what comes") {
    auto s = setup();
    auto first = s.fake.device.read(s.tensor), second = s.fake.device.read(s.tensor);
    auto compiling = s.fake.device.compile("fn main() {}", 1, false);
    first.start();
    second.start();
    compiling.start();
    s.fake.backend->state->lose(Ending::lost, "unplugged");
    CHECK_FALSE(s.fake.device.poll());
    for (auto* task : {&first, &second}) {
        REQUIRE(task->done());
        REQUIRE_FALSE(task->result());
        CHECK(task->result().error().code == Code::lost);
        CHECK(task->result().error().message == "the device made up is lost (unplugged); make a new one");
    }
    REQUIRE(compiling.done());
    CHECK(compiling.result().error().code == Code::lost);
    CHECK(s.fake.device.lost());

    const size_t sent = s.fake.backend->sent.size(), compiled = s.fake.backend->compiled.size();
    CHECK(wait(s.fake.device, s.fake.device.read(s.tensor)).error().code == Code::lost);
    CHECK(wait(s.fake.device, s.fake.device.compile("fn other() {}", 1, false)).error().code == Code::lost);
    CHECK(s.fake.device.allocate(64).error().code == Code::lost);
    CHECK(s.fake.device.empty(kFour).error().code == Code::lost);
    CHECK(s.fake.device.upload(HostTensor::zeros(kFour)).error().code == Code::lost);
    CHECK(s.fake.device.prepare({}).error().code == Code::lost);
    CHECK(s.fake.backend->sent.size() == sent);
    CHECK(s.fake.backend->compiled.size() == compiled);
    s.fake.backend->state->lose(Ending::timeout, "again");  // the first reason stays
    CHECK(s.fake.backend->state->lost_why == "unplugged");
}

TEST_CASE("a timeout has a code of its own, and the device counts as lost") {
    auto s = setup();
    auto task = s.fake.device.read(s.tensor);
    task.start();
    s.fake.backend->state->lose(Ending::timeout, "nothing in 30 s");
    s.fake.device.poll();
    REQUIRE(task.done());
    CHECK(task.result().error().code == Code::timeout);
    CHECK(task.result().error().message.contains("30 s"));
    CHECK(s.fake.device.lost());
    CHECK(s.fake.device.allocate(64).error().code == Code::lost);
}

TEST_CASE("destroy ends what waits at once") {
    auto s = setup();
    auto task = s.fake.device.read(s.tensor);
    task.start();
    s.fake.device.destroy();
    CHECK(s.fake.backend->destroyed == 1);
    REQUIRE(task.done());
    CHECK(task.result().error().code == Code::lost);
}

TEST_CASE("a text is compiled once for all who wait, and once for all who come later") {
    auto s = setup();
    auto first = s.fake.device.compile("text", 0x12, true), second = s.fake.device.compile("text", 0x12, true);
    first.start();
    second.start();
    REQUIRE(s.fake.backend->compiled.size() == 1);
    s.fake.backend->by_itself = true;
    s.fake.device.poll();
    REQUIRE(first.done());
    REQUIRE(second.done());
    CHECK(*first.result() == s.fake.backend->compiled[0].id);
    CHECK(*second.result() == *first.result());
    CHECK(*wait(s.fake.device, s.fake.device.compile("text", 0x12, true)) == *first.result());
    CHECK(s.fake.backend->compiled.size() == 1);
    // Another layout or text is another pipeline.
    CHECK(*wait(s.fake.device, s.fake.device.compile("text", 0x21, true)) != *first.result());
    CHECK(*wait(s.fake.device, s.fake.device.compile("text2", 0x12, true)) != *first.result());
    CHECK(s.fake.backend->compiled.size() == 3);
    CHECK(s.fake.backend->compiled[1].layout == 0x21);
    // Without trusted modules both modes are one, and checked.
    CHECK(*wait(s.fake.device, s.fake.device.compile("text", 0x12, false)) == *first.result());
    CHECK(s.fake.backend->compiled[0].checked);
}

TEST_CASE("where modules can be trusted, each mode is compiled for itself") {
    Caps caps;
    caps.trusted = true;
    auto fake = fake::make(caps);
    CHECK(*wait(fake.device, fake.device.compile("text", 1, false)) !=
          *wait(fake.device, fake.device.compile("text", 1, true)));
    REQUIRE(fake.backend->compiled.size() == 2);
    CHECK_FALSE(fake.backend->compiled[0].checked);
    CHECK(fake.backend->compiled[1].checked);
}

TEST_CASE("an error of the compiler reaches all who wait, is kept, and is not tried again") {
    auto s = setup();
    s.fake.backend->compiler_says = "line 3: no such type";
    auto first = s.fake.device.compile("text", 1, true), second = s.fake.device.compile("text", 1, true);
    first.start();
    second.start();
    s.fake.backend->by_itself = true;
    s.fake.device.poll();
    for (auto* task : {&first, &second}) {
        REQUIRE(task->done());
        REQUIRE_FALSE(task->result());
        CHECK(task->result().error().code == Code::device);
        CHECK(task->result().error().message == "line 3: no such type");
    }
    s.fake.backend->compiler_says.clear();
    CHECK_FALSE(wait(s.fake.device, s.fake.device.compile("text", 1, true)));
    CHECK(s.fake.backend->compiled.size() == 1);
}

TEST_CASE("when the first of two that wait for a compiler gives up, the other still gets its pipeline") {
    for (bool first_gives_up : {true, false}) {
        auto s = setup();
        std::optional<Task<Result<uint32_t>>> first = s.fake.device.compile("text", 1, true),
                                              second = s.fake.device.compile("text", 1, true);
        first->start();
        second->start();
        (first_gives_up ? first : second).reset();
        s.fake.backend->by_itself = true;
        s.fake.device.poll();
        auto& left = first_gives_up ? second : first;
        REQUIRE(left->done());
        CHECK(left->result());
    }
    auto s = setup();  // and when both do, a later one gets it too
    {
        auto first = s.fake.device.compile("text", 1, true), second = s.fake.device.compile("text", 1, true);
        first.start();
        second.start();
    }
    s.fake.backend->by_itself = true;
    CHECK(wait(s.fake.device, s.fake.device.compile("text", 1, true)));
    CHECK(s.fake.backend->compiled.size() == 1);
}

TEST_CASE("what is resumed may drop the last handle on the device") {
    auto fake = fake::make();
    std::optional<Device> device = std::move(fake.device);
    auto tensor = *device->empty(kFour);
    auto task = [](std::optional<Device>& held, Tensor kept) -> Task<Result<bool>> {
        auto read = co_await held->read(std::move(kept));
        held.reset();
        co_return read.has_value();
    }(device, std::move(tensor));
    task.start();
    device->poll();
    REQUIRE(task.done());
    CHECK(*task.result());
}

TEST_CASE("handles may outlive their device") {
    Buffer buffer;
    Program program;
    {
        auto fake = fake::make();
        buffer = *fake.device.allocate(64);
        program = *fake.device.prepare({});
    }
    buffer.reset();
    program.reset();
    CHECK_FALSE(buffer);
}
