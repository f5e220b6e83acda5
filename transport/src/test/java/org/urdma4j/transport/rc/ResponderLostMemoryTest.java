package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.HandMade.packet;
import static org.urdma4j.transport.rc.Solo.MTU;
import static org.urdma4j.transport.rc.Solo.RQ_PSN;
import static org.urdma4j.transport.rc.Solo.brief;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.memory.MappedFile;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.RecvWr;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Memory that goes away while the peer uses it: the queue pair breaks, nothing else does. */
class ResponderLostMemoryTest {
    private static final int BYTES = 8 * MTU;

    private final Solo solo = new Solo();
    private final Arena arena = Arena.ofShared();
    private MappedFile file;
    private Region region;

    private void lose(MemoryLoss loss) {
        loss.happen(arena, file, solo.host.shard.regions(), region);
    }

    @BeforeEach
    void register() {
        file = MappedFile.create(arena, BYTES);
        MemorySegment memory = file.memory();
        region =
                solo.host
                        .shard
                        .regions()
                        .register(memory, memory.address(), Host.ALL_ACCESS, Host.DOMAIN);
    }

    private void expectFailure(List<Captured> answers, String... expected) {
        assertThat(brief(answers)).containsExactly(expected);
        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
        assertThat(solo.host.events).containsExactly(EventType.QP_FATAL);
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailAWriteInTheMiddle(MemoryLoss loss) {
        solo.connect(Solo.attr());
        solo.host.post(new RecvWr().wrId(1));
        solo.receive(
                packet(Opcode.RC_RDMA_WRITE_FIRST, RQ_PSN)
                        .reth(region.address(), region.rkey(), BYTES)
                        .payload(MTU));

        lose(loss);

        expectFailure(
                solo.receive(packet(Opcode.RC_RDMA_WRITE_MIDDLE, RQ_PSN + 1).payload(MTU)),
                "NAK63 101");
        assertThat(solo.received()).containsExactly("1 WR_FLUSH_ERR");
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailASendInTheMiddle(MemoryLoss loss) {
        solo.connect(Solo.attr());
        solo.host.post(new RecvWr().wrId(1).addSge(region.address(), BYTES, region.lkey()));
        solo.host.post(new RecvWr().wrId(2));
        solo.receive(packet(Opcode.RC_SEND_FIRST, RQ_PSN).payload(MTU));

        lose(loss);

        expectFailure(
                solo.receive(packet(Opcode.RC_SEND_MIDDLE, RQ_PSN + 1).payload(MTU)), "NAK63 101");
        assertThat(solo.received()).containsExactly("1 LOC_PROT_ERR", "2 WR_FLUSH_ERR");
    }

    @ParameterizedTest
    @EnumSource(names = {"ARENA_CLOSED", "FILE_TRUNCATED"})
    void shouldFailAnAtomicOperation(MemoryLoss loss) {
        solo.connect(Solo.attr());
        solo.host.post(new RecvWr().wrId(1));

        lose(loss);

        expectFailure(
                solo.receive(
                        packet(Opcode.RC_FETCH_ADD, RQ_PSN)
                                .atomic(region.address(), region.rkey(), 1, 0)),
                "NAK63 100");
        assertThat(solo.received()).containsExactly("1 WR_FLUSH_ERR");
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailAReadWhoseAnswerIsUnderWay(MemoryLoss loss) {
        solo.connect(paced());
        solo.host.post(new RecvWr().wrId(1));
        List<Captured> before =
                solo.receive(
                        packet(Opcode.RC_RDMA_READ_REQUEST, RQ_PSN)
                                .reth(region.address(), region.rkey(), BYTES));
        assertThat(before).hasSizeBetween(1, 7);

        lose(loss);

        expectFailure(solo.elapse(1_000_000_000), "NAK63 " + (RQ_PSN + before.size()));
        assertThat(solo.received()).containsExactly("1 WR_FLUSH_ERR");
    }

    /** The requester has the data, and asked again before it came. */
    @ParameterizedTest
    @EnumSource
    void shouldOutliveAReadThatIsRepeatedTooLate(MemoryLoss loss) {
        solo.connect(Solo.attr());
        HandMade read =
                packet(Opcode.RC_RDMA_READ_REQUEST, RQ_PSN)
                        .reth(region.address(), region.rkey(), BYTES);
        assertThat(solo.receive(read)).hasSize(8);

        lose(loss);

        assertThat(brief(solo.receive(read))).containsExactly("NAK63 " + RQ_PSN);
        assertThat(solo.host.qp.state()).isEqualTo(QpState.RTS);
        assertThat(solo.host.events).isEmpty();
        assertThat(solo.receive(packet(Opcode.RC_RDMA_WRITE_ONLY, RQ_PSN + 8).reth(0, 0, 0)))
                .as("it serves on")
                .hasSize(1);
    }

    /** Slow enough for an answer to leave in several steps. */
    private static QpAttr paced() {
        return Solo.attr().rateLimit(1000);
    }
}
