package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

/** Memory that is deregistered, or whose arena is closed, while the engine works with it. */
class LostMemoryTest {
    private static final int LENGTH = 100_000;

    private final Wire wire = Wire.connected();
    private final Host a = wire.a;
    private final Host b = wire.b;

    private static void lose(Host host, boolean close) {
        if (close) {
            host.arena.close();
        } else {
            host.shard.regions().deregister(host.region);
        }
    }

    /** Loses the first packet of each kind of data, so that all are sent again later. */
    private void loseOnce() {
        wire.tap = (from, packet) -> packet.isData() && !packet.again() ? Wire.LOST : Wire.PASS;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseAReadWhoseMemoryGoes(boolean close) {
        wire.tap = (from, packet) -> from == b && packet.isData() ? Wire.LOST : Wire.PASS;
        a.post(a.request(1, WrOpcode.RDMA_READ, 0, LENGTH).rdma(b.address(0), b.region.rkey()));
        wire.runFor(3 * Wire.DELAY_NS);
        lose(b, close);
        wire.tap = (from, packet) -> Wire.PASS;
        wire.runFor(20_000_000_000L);
        assertThat(a.sent()).containsExactly("1 REM_OP_ERR");
        assertThat(b.events).contains(EventType.QP_FATAL);
        assertThat(b.qp.state()).isEqualTo(QpState.ERR);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseAWriteWhoseMemoryGoes(boolean close) {
        a.post(a.request(1, WrOpcode.RDMA_WRITE, 0, LENGTH).rdma(b.address(0), b.region.rkey()));
        wire.runFor(0);
        lose(b, close);
        wire.runFor(20_000_000_000L);
        assertThat(a.sent()).containsExactly(close ? "1 REM_OP_ERR" : "1 REM_ACCESS_ERR");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFailASendWhoseMemoryGoes(boolean close) {
        b.receive(1, 0, LENGTH);
        loseOnce();
        a.post(a.request(1, WrOpcode.SEND, 0, LENGTH));
        a.post(a.request(2, WrOpcode.SEND, 0, 8));
        wire.runFor(3 * Wire.DELAY_NS);
        lose(a, close);
        wire.runFor(20_000_000_000L);
        assertThat(a.sent()).containsExactly("1 LOC_PROT_ERR", "2 WR_FLUSH_ERR");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseASendWhoseReceiveLosesItsMemory(boolean close) {
        b.receive(1, 0, LENGTH);
        wire.tap =
                (from, packet) ->
                        packet.isData() && packet.psn() % 7 == 3 && !packet.again()
                                ? Wire.LOST
                                : Wire.PASS;
        a.post(a.request(1, WrOpcode.SEND, 0, LENGTH));
        wire.runFor(Wire.DELAY_NS);
        lose(b, close);
        wire.runFor(20_000_000_000L);
        assertThat(a.sent()).containsExactly("1 REM_OP_ERR");
        assertThat(b.received()).containsExactly("1 LOC_PROT_ERR");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFailAReadWhoseTargetGoes(boolean close) {
        a.post(a.request(1, WrOpcode.RDMA_READ, 0, LENGTH).rdma(b.address(0), b.region.rkey()));
        wire.runFor(Wire.DELAY_NS);
        lose(a, close);
        wire.runFor(20_000_000_000L);
        assertThat(a.sent()).containsExactly("1 LOC_PROT_ERR");
    }

    /** A request fails while answers from the same memory are to be sent again. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFailBothDirectionsAtOnce(boolean close) {
        loseOnce();
        b.post(b.request(1, WrOpcode.RDMA_READ, 0, LENGTH).rdma(a.address(0), a.region.rkey()));
        a.post(a.request(2, WrOpcode.RDMA_WRITE, 0, 8).rdma(b.address(0), b.region.rkey()));
        wire.runFor(1_010_000_000L);
        a.post(a.request(3, WrOpcode.RDMA_WRITE, 0, 8).rdma(b.address(8), b.region.rkey()));
        lose(a, close);
        wire.runFor(60_000_000_000L);
        assertThat(a.qp.state()).isEqualTo(QpState.ERR);
        assertThat(b.qp.state()).isEqualTo(QpState.ERR);
        assertThat(b.sent()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseAnAtomicWhoseMemoryGoes(boolean close) {
        a.post(
                a.request(1, WrOpcode.ATOMIC_FETCH_AND_ADD, 0, 8)
                        .atomic(b.address(0), b.region.rkey(), 1, 0));
        wire.runFor(0);
        lose(b, close);
        wire.runFor(20_000_000_000L);
        assertThat(a.sent()).containsExactly(close ? "1 REM_OP_ERR" : "1 REM_ACCESS_ERR");
    }

    /** The requester has all of it and said so in a report that was lost. */
    @ParameterizedTest
    @CsvSource({"8, false", "8, true", "100_000, false", "100_000, true"})
    void shouldNotMissMemoryThatWasRead(String bytes, boolean close) {
        long length = Long.parseLong(bytes.replace("_", ""));
        wire.tap =
                (from, packet) ->
                        from == a && packet.opcode() == 0xdb || packet.opcode() == 0xda
                                ? Wire.LOST
                                : Wire.PASS;
        a.post(a.request(1, WrOpcode.RDMA_READ, 0, length).rdma(b.address(0), b.region.rkey()));
        wire.runFor(5 * Wire.DELAY_NS);
        assertThat(a.sent()).containsExactly("1 SUCCESS");
        lose(b, close);
        wire.runFor(5_000_000_000L);
        wire.tap = (from, packet) -> Wire.PASS;
        wire.runFor(20_000_000_000L);
        assertThat(b.qp.state()).isEqualTo(QpState.RTS);
        assertThat(b.events).isEmpty();
        a.post(a.request(2, WrOpcode.SEND, 0, 0));
        b.receive(1, 0, 0);
        wire.runFor(2_000_000_000L);
        assertThat(a.sent()).containsExactly("2 SUCCESS");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldBlameTheReadWhoseMemoryGoes(boolean close) {
        wire.tap =
                (from, packet) ->
                        from == b && packet.isData() && packet.psn() > Host.RESPONSE_PSN
                                ? Wire.LOST
                                : Wire.PASS;
        a.post(
                a.request(1, WrOpcode.ATOMIC_FETCH_AND_ADD, 0, 8)
                        .atomic(b.address(0), b.region.rkey(), 1, 0));
        a.post(a.request(2, WrOpcode.RDMA_READ, 0, 8).rdma(b.address(0), b.region.rkey()));
        a.post(a.request(3, WrOpcode.RDMA_WRITE, 0, 8).rdma(b.address(0), b.region.rkey()));
        wire.runFor(3 * Wire.DELAY_NS);
        lose(b, close);
        wire.tap = (from, packet) -> Wire.PASS;
        wire.runFor(20_000_000_000L);
        assertThat(a.sent()).containsExactly("1 SUCCESS", "2 REM_OP_ERR", "3 WR_FLUSH_ERR");
        assertThat(b.qp.state()).isEqualTo(QpState.ERR);
    }

    /** Requests of our own fail in their place too. */
    @ParameterizedTest
    @EnumSource(names = {"RDMA_WRITE", "RDMA_READ"})
    void shouldBlameTheRequestWhoseOwnMemoryGoes(WrOpcode opcode) {
        var other = a.shard.regions().register(a.memory, 0x10_0000, Host.ALL_ACCESS, Host.DOMAIN);
        loseOnce();
        a.post(a.request(1, WrOpcode.RDMA_WRITE, 0, LENGTH).rdma(b.address(0), b.region.rkey()));
        a.post(
                new SendWr()
                        .wrId(2)
                        .opcode(opcode)
                        .sendFlags(SendFlags.SIGNALED)
                        .addSge(0x10_0000 + 200_000, 8, other.lkey())
                        .rdma(b.address(200_000), b.region.rkey()));
        wire.runFor(Wire.DELAY_NS / 2);
        a.shard.regions().deregister(other);
        wire.runFor(20_000_000_000L);
        assertThat(a.sent()).containsExactly("1 SUCCESS", "2 LOC_PROT_ERR");
    }
}
