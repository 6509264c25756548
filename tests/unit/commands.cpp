// Command lists as words, and the pool of buffers behind them.
#include "fake_device.hpp"
#include <doctest/doctest.h>

using namespace xpu;
using fake::records;

namespace {

using Ops = std::vector<Opcode>;

/// The words of the last submission.
const std::vector<uint32_t>& last(const fake::FakeDevice& fake) { return fake.backend->sent.back().words; }

/// Sends what waits for the next submission.
void flush(fake::FakeDevice& fake) { (void)fake.device.submit(CommandList{}); }

Program program_of(fake::FakeDevice& fake, const Buffer& buffer) {
    auto program = fake.device.prepare({{7, 0x12, {3, 2, 1}, {{buffer, 0, 64}, {buffer, 256, 128}}}});
    REQUIRE(program);
    return *program;
}

}  // namespace

TEST_CASE("each command is a record with its length, and the records follow each other") {
    auto fake = fake::make();
    auto a = *fake.device.allocate(1024), b = *fake.device.allocate(2048);
    auto program = program_of(fake, a);
    const std::array<std::byte, 8> bytes = {};
    CommandList list;
    list.write(a, 4, bytes);
    list.clear(b, 8, 16);
    list.copy(a, 12, b, uint64_t{5} << 32, 20);
    list.run(program, 3);
    list.read(b, 24, 28);
    (void)fake.device.submit(std::move(list));
    auto& words = last(fake);
    auto sent = records(words);
    CHECK(fake::opcodes(words) == Ops{Opcode::create_buffer, Opcode::create_buffer, Opcode::create_program,
                                      Opcode::write, Opcode::clear, Opcode::copy, Opcode::run, Opcode::read});
    size_t covered = 0;
    for (auto& one : sent) covered += one.arguments.size() + 2;
    CHECK(covered == words.size());

    CHECK(sent[0].arguments[0] == a->id());
    CHECK(sent[0].arguments[1] == 0);
    CHECK(sent[0].wide(2) == a->bytes());
    CHECK(sent[3].arguments[0] == a->id());
    CHECK(sent[3].wide(1) == 4);
    CHECK(sent[3].wide(3) == reinterpret_cast<uintptr_t>(bytes.data()));
    CHECK(sent[3].wide(5) == 8);
    CHECK(sent[4].arguments[0] == b->id());
    CHECK(sent[4].wide(1) == 8);
    CHECK(sent[4].wide(3) == 16);
    CHECK(sent[5].arguments[0] == a->id());
    CHECK(sent[5].arguments[1] == b->id());
    CHECK(sent[5].wide(2) == 12);
    CHECK(sent[5].wide(4) == uint64_t{5} << 32);
    CHECK(sent[5].wide(6) == 20);
    CHECK(sent[6].arguments == std::vector<uint32_t>{program->id(), 3});
    CHECK(sent[7].arguments[0] == b->id());
    CHECK(sent[7].wide(1) == 24);
    CHECK(sent[7].wide(3) == 28);
    CHECK(sent[7].wide(5) != 0);
}

TEST_CASE("a program's record has its dispatches, layouts and bindings") {
    auto fake = fake::make();
    auto buffer = *fake.device.allocate(1024);
    auto program = program_of(fake, buffer);
    flush(fake);
    auto made = records(last(fake))[1];
    CHECK(made.opcode == Opcode::create_program);
    CHECK(made.arguments == std::vector<uint32_t>{program->id(), 1, 7, 3, 2, 1, 0x12, 0, 2, buffer->id(), 0, 0, 64, 0,
                                                  buffer->id(), 256, 0, 128, 0});
}

TEST_CASE("commands about no bytes leave no record") {
    auto fake = fake::make();
    auto buffer = *fake.device.allocate(256);
    flush(fake);
    CommandList list;
    list.write(buffer, 0, {});
    list.clear(buffer, 0, 0);
    list.copy(buffer, 0, buffer, 128, 0);
    list.read(buffer, 0, 0);
    auto sent = fake.device.submit(std::move(list));
    CHECK(last(fake).empty());
    fake.device.poll();
    REQUIRE(sent.await_ready());
    auto outcome = sent.await_resume();
    REQUIRE(outcome);
    REQUIRE(outcome->reads.size() == 1);  // the read is still there, with nothing in it
    CHECK(outcome->reads[0].empty());
}

TEST_CASE("timed spans are numbered, and their times are read where the device has timestamps") {
    for (bool timestamps : {true, false}) {
        Caps caps;
        caps.timestamps = timestamps;
        auto fake = fake::make(caps);
        auto buffer = *fake.device.allocate(1024);
        auto program = program_of(fake, buffer);
        flush(fake);
        CommandList list;
        for (int span = 0; span < 2; span++) {
            list.time_begin();
            list.run(program);
            list.time_end();
        }
        auto sent = fake.device.submit(std::move(list));
        auto words = records(last(fake));
        CHECK(words[0].arguments == std::vector<uint32_t>{0});
        CHECK(words[3].arguments == std::vector<uint32_t>{1});
        CHECK(words.size() == (timestamps ? 7 : 6));
        if (timestamps) {
            CHECK(words[6].opcode == Opcode::read_times);
            CHECK(words[6].arguments[0] == 2);
        }
        fake.device.poll();
        auto outcome = sent.await_resume();
        REQUIRE(outcome);
        CHECK(outcome->seconds == std::vector<double>{0, 0});
    }
}

TEST_CASE("a released buffer is used again for the same size, and not for another") {
    auto fake = fake::make();
    auto first = *fake.device.allocate(1000);
    const uint32_t id = first->id();
    CHECK(first->bytes() == 1024);
    CHECK(fake.device.memory().in_use == 1024);
    first.reset();
    CHECK(fake.device.memory().in_use == 0);
    CHECK(fake.device.memory().pooled == 1024);
    auto larger = *fake.device.allocate(1100), uniform = *fake.device.allocate_uniform(1000);
    CHECK(larger->id() != id);
    CHECK(uniform->id() != id);  // other usages: not the same buffers
    auto again = *fake.device.allocate(900);
    CHECK(again->id() == id);
    CHECK(fake.device.memory().pooled == 0);
    CHECK(fake.device.memory().peak == fake.device.memory().in_use);
    flush(fake);
    CHECK(fake::opcodes(last(fake)) == Ops{Opcode::create_buffer, Opcode::create_buffer, Opcode::create_buffer});
}

TEST_CASE("sizes are rounded by at most an eighth, to no less than 256") {
    auto fake = fake::make();
    const auto size = [&](uint64_t bytes) { return (*fake.device.allocate(bytes))->bytes(); };
    CHECK(size(0) == 256);
    CHECK(size(1) == 256);
    CHECK(size(256) == 256);
    CHECK(size(257) == 512);
    for (uint64_t bytes : {4096u, 5000u, 100'000u, 1'000'001u, 99'999'999u}) {
        CHECK(size(bytes) >= bytes);
        CHECK(size(bytes) <= bytes + bytes / 8 + 256);
        CHECK(size(bytes) % 4 == 0);
    }
    // The largest buffer that the device allows is still to be had, though rounding would go beyond it.
    Caps caps;
    caps.max_buffer_bytes = 1'000'004;
    auto small = fake::make(caps);
    REQUIRE(small.device.allocate(1'000'004));
    auto over = small.device.allocate(1'000'008);
    REQUIRE_FALSE(over);
    CHECK(over.error().code == Code::limit);
    CHECK(over.error().message == "a buffer of 1000008 bytes; the device allows 1000004");
    CHECK_FALSE(small.device.allocate(UINT64_MAX));
    CHECK_FALSE(small.device.empty({DType::f32, {UINT64_MAX, UINT64_MAX}}));
    CHECK(small.device.memory().in_use == 0);
}

TEST_CASE("the pool is given back by trim, and by itself above 256 MiB") {
    auto fake = fake::make();
    const uint32_t id = (*fake.device.allocate(1024))->id();
    fake.device.trim();
    CHECK(fake.device.memory().pooled == 0);
    flush(fake);
    auto sent = records(last(fake));
    REQUIRE(sent.size() == 2);
    CHECK(sent[1].opcode == Opcode::destroy_buffer);
    CHECK(sent[1].arguments == std::vector<uint32_t>{id});
    auto kept = *fake.device.allocate(1024);
    CHECK(kept->id() != id);
    {
        std::vector<Buffer> many;
        for (int i = 0; i < 5; i++) many.push_back(*fake.device.allocate(uint64_t{64} << 20));
        CHECK(fake.device.memory().in_use == 5 * (uint64_t{64} << 20) + 1024);
    }
    CHECK(fake.device.memory().pooled <= uint64_t{256} << 20);
    CHECK(fake.device.memory().pooled >= uint64_t{192} << 20);
}

TEST_CASE("a list and a program keep what they name; the handles may go first") {
    auto fake = fake::make();
    auto buffer = *fake.device.allocate(1024);
    const uint32_t id = buffer->id();
    auto program = program_of(fake, buffer);
    CommandList list;
    list.clear(buffer, 0, 256);
    buffer.reset();
    std::vector<Buffer> held;  // so that only what comes back can be given out again
    const auto next = [&] { return held.emplace_back(*fake.device.allocate(1024))->id(); };
    CHECK(next() != id);
    (void)fake.device.submit(std::move(list));
    list = CommandList{};
    CHECK(next() != id);  // the program still has it
    const uint32_t program_id = program->id();
    program.reset();
    CHECK(next() == id);
    flush(fake);
    auto sent = records(last(fake));
    auto dropped = std::find_if(sent.begin(), sent.end(), [](auto& one) { return one.opcode == Opcode::drop_program; });
    REQUIRE(dropped != sent.end());
    CHECK(dropped->arguments == std::vector<uint32_t>{program_id});
}

TEST_CASE("limits and foreign buffers are refused before anything is sent") {
    auto fake = fake::make(), other = fake::make();
    auto buffer = *fake.device.allocate(1024), foreign = *other.device.allocate(1024);
    flush(fake);
    const size_t sent = fake.backend->sent.size();
    auto wide = fake.device.prepare({{1, 1, {65536, 1, 1}, {{buffer, 0, 64}}}});
    REQUIRE_FALSE(wide);
    CHECK(wide.error().code == Code::limit);
    CHECK(wide.error().message.contains("65536 workgroups in one dimension; the device allows 65535"));
    auto stranger = fake.device.prepare({{1, 1, {1, 1, 1}, {{foreign, 0, 64}}}});
    REQUIRE_FALSE(stranger);
    CHECK(stranger.error().code == Code::conflict);
    CHECK(stranger.error().message.contains("another device"));
    auto large = fake.device.prepare({{1, 1, {1, 1, 1}, {{buffer, 0, uint64_t{1} << 40}}}});
    REQUIRE_FALSE(large);
    CHECK(large.error().code == Code::limit);
    flush(fake);
    CHECK(fake.backend->sent.size() == sent + 1);
    CHECK(last(fake).empty());
}

TEST_CASE("a list that names a foreign buffer is refused: its number means another buffer here") {
    auto fake = fake::make(), other = fake::make();
    auto foreign = *other.device.allocate(1024);
    auto mine = *fake.device.allocate(1024);
    CommandList list;
    list.clear(foreign, 0, 64);
    auto sent = fake.device.submit(std::move(list));
    fake.device.poll();
    REQUIRE(sent.await_ready());
    auto outcome = sent.await_resume();
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().code == Code::conflict);
    auto read = wait(fake.device, fake.device.read({foreign, 0, {DType::f32, {4}}}));
    REQUIRE_FALSE(read);
    CHECK(read.error().code == Code::conflict);
}

TEST_CASE("a tensor without a buffer cannot be read") {
    auto fake = fake::make();
    auto read = wait(fake.device, fake.device.read({{}, 0, {DType::f32, {4}}}));
    REQUIRE_FALSE(read);
    CHECK(read.error().code == Code::conflict);
}

TEST_CASE("an upload sends whole words, the last one padded, and checks its length") {
    auto fake = fake::make();
    HostTensor halves = HostTensor::zeros({DType::f16, {5}});
    REQUIRE(fake.device.upload(halves));
    auto sent = records(last(fake));
    REQUIRE(sent.size() == 3);
    CHECK(sent[1].wide(5) == 8);
    CHECK(sent[2].wide(1) == 8);
    CHECK(sent[2].wide(5) == 4);
    halves.data.pop_back();
    auto odd = fake.device.upload(halves);
    REQUIRE_FALSE(odd);
    CHECK(odd.error().code == Code::shape);
    CHECK(odd.error().message == "a tensor f16 [5] needs 10 bytes; 9 came");
    REQUIRE(fake.device.upload(HostTensor::zeros({DType::f32, {0, 3}})));
}
