package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WrOpcode;

/** Memory that goes away, in any way there is, while the engine works with it. */
class LostMemoryTest {
    private static final int LENGTH = 100_000;

    /** Where both ends allow any order, nothing is copied and READs are read again. */
    private static final UrdmaOffer ANY_ORDER = Host.OFFER.toBuilder().relaxedOrder(true).build();

    private final Host a = new Host("a", EngineConfig.DEFAULT, null, true);
    private final Host b = new Host("b", EngineConfig.DEFAULT, null, true);
    private final Wire wire = new Wire(a, b).connect(attr(), attr());

    private static QpAttr attr() {
        return Host.attr().urdmaOffer(ANY_ORDER).urdmaPeerOffer(ANY_ORDER);
    }

    /** How the memory goes away. */
    enum Loss {
        DEREGISTERED,
        ARENA_CLOSED,
        FILE_TRUNCATED;

        /** What a request is told that comes when it is gone. */
        String refused() {
            return this == DEREGISTERED ? "1 REM_ACCESS_ERR" : "1 REM_OP_ERR";
        }
    }

    private static void lose(Host host, Loss loss) {
        switch (loss) {
            case DEREGISTERED -> host.shard.regions().deregister(host.region);
            case ARENA_CLOSED -> host.arena.close();
            case FILE_TRUNCATED -> host.file.truncate(0);
        }
    }

    /** Loses the first packet of each kind of data, so that all are sent again later. */
    private void loseOnce() {
        wire.tap = (from, packet) -> packet.isData() && !packet.again() ? Wire.LOST : Wire.PASS;
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseAReadWhoseMemoryGoes(Loss loss) {
        wire.tap = (from, packet) -> from == b && packet.isData() ? Wire.LOST : Wire.PASS;
        a.post(a.request(1, WrOpcode.RDMA_READ, 0, LENGTH).rdma(b.address(0), b.region.rkey()));
        wire.runFor(3 * Wire.DELAY_NS);
        lose(b, loss);
        wire.tap = (from, packet) -> Wire.PASS;
        wire.runFor(20_000_000_000L);
        assertThat(a.sent()).containsExactly("1 REM_OP_ERR");
        assertThat(b.events).contains(EventType.QP_FATAL);
        assertThat(b.qp.state()).isEqualTo(QpState.ERR);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseAWriteWhoseMemoryGoes(Loss loss) {
        a.post(a.request(1, WrOpcode.RDMA_WRITE, 0, LENGTH).rdma(b.address(0), b.region.rkey()));
        wire.runFor(0);
        lose(b, loss);
        wire.runFor(20_000_000_000L);
        assertThat(a.sent()).containsExactly(loss.refused());
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailASendWhoseMemoryGoes(Loss loss) {
        b.receive(1, 0, LENGTH);
        loseOnce();
        a.post(a.request(1, WrOpcode.SEND, 0, LENGTH));
        a.post(a.request(2, WrOpcode.SEND, 0, 8));
        wire.runFor(3 * Wire.DELAY_NS);
        lose(a, loss);
        wire.runFor(20_000_000_000L);
        assertThat(a.sent()).containsExactly("1 LOC_PROT_ERR", "2 WR_FLUSH_ERR");
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseASendWhoseReceiveLosesItsMemory(Loss loss) {
        b.receive(1, 0, LENGTH);
        wire.tap =
                (from, packet) ->
                        packet.isData() && packet.psn() % 7 == 3 && !packet.again()
                                ? Wire.LOST
                                : Wire.PASS;
        a.post(a.request(1, WrOpcode.SEND, 0, LENGTH));
        wire.runFor(Wire.DELAY_NS);
        lose(b, loss);
        wire.runFor(20_000_000_000L);
        assertThat(a.sent()).containsExactly("1 REM_OP_ERR");
        assertThat(b.received()).containsExactly("1 LOC_PROT_ERR");
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailAReadWhoseTargetGoes(Loss loss) {
        a.post(a.request(1, WrOpcode.RDMA_READ, 0, LENGTH).rdma(b.address(0), b.region.rkey()));
        wire.runFor(Wire.DELAY_NS);
        lose(a, loss);
        wire.runFor(20_000_000_000L);
        assertThat(a.sent()).containsExactly("1 LOC_PROT_ERR");
    }

    /** A request fails while answers from the same memory are to be sent again. */
    @ParameterizedTest
    @EnumSource
    void shouldFailBothDirectionsAtOnce(Loss loss) {
        loseOnce();
        b.post(b.request(1, WrOpcode.RDMA_READ, 0, LENGTH).rdma(a.address(0), a.region.rkey()));
        a.post(a.request(2, WrOpcode.RDMA_WRITE, 0, 8).rdma(b.address(0), b.region.rkey()));
        wire.runFor(1_010_000_000L);
        a.post(a.request(3, WrOpcode.RDMA_WRITE, 0, 8).rdma(b.address(8), b.region.rkey()));
        lose(a, loss);
        wire.runFor(60_000_000_000L);
        assertThat(a.qp.state()).isEqualTo(QpState.ERR);
        assertThat(b.qp.state()).isEqualTo(QpState.ERR);
        assertThat(b.sent()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseAnAtomicWhoseMemoryGoes(Loss loss) {
        a.post(
                a.request(1, WrOpcode.ATOMIC_FETCH_AND_ADD, 0, 8)
                        .atomic(b.address(0), b.region.rkey(), 1, 0));
        wire.runFor(0);
        lose(b, loss);
        wire.runFor(20_000_000_000L);
        assertThat(a.sent()).containsExactly(loss.refused());
    }

    /** The requester has all of it and said so in a report that was lost. */
    @ParameterizedTest
    @CsvSource({
        "8, DEREGISTERED",
        "8, ARENA_CLOSED",
        "8, FILE_TRUNCATED",
        "100_000, DEREGISTERED",
        "100_000, ARENA_CLOSED",
        "100_000, FILE_TRUNCATED",
    })
    void shouldNotMissMemoryThatWasRead(String bytes, Loss loss) {
        long length = Long.parseLong(bytes.replace("_", ""));
        wire.tap =
                (from, packet) ->
                        (from == a && packet.opcode() == 0xdb) || packet.opcode() == 0xda
                                ? Wire.LOST
                                : Wire.PASS;
        a.post(a.request(1, WrOpcode.RDMA_READ, 0, length).rdma(b.address(0), b.region.rkey()));
        wire.runFor(5 * Wire.DELAY_NS);
        assertThat(a.sent()).containsExactly("1 SUCCESS");
        lose(b, loss);
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
    @EnumSource
    void shouldBlameTheReadWhoseMemoryGoes(Loss loss) {
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
        lose(b, loss);
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
