package org.urdma4j.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.scenario.Scenario.ROUND_TRIP_NS;
import static org.urdma4j.simulation.scenario.Scenario.SENDING_NS;
import static org.urdma4j.simulation.scenario.Scenario.count;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.simulation.host.Peer;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.roce.Packets;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a responder refuses for good: the NAK on the wire, the completion at the requester, which
 * comes although the request is unsignaled, what becomes of both queue pairs, and of requests
 * before and behind. The rows of IBTA 1.4 §9.9.2.4, end to end.
 */
class RefusalTest {
    private static final int REGION = 4096;
    private static final int SPARE_RECEIVE = 99;
    private static final int BEHIND = 3;

    /** A scenario, and a region of its responder that requests are about. */
    static final class Setup {
        final Scenario scenario = new Scenario(Psn.add(0, -2));
        final MemoryRegion region;
        int posted;

        Setup(int access) {
            var domain = scenario.b.qp.protectionDomain();
            region = domain.regMr(MemorySegment.ofArray(new long[REGION / Long.BYTES]), access);
            region.segment().fill((byte) 7);
        }

        void post(SendWr wr) {
            scenario.a.post(wr.wrId(posted++));
        }

        void receive(RecvWr wr) {
            scenario.b.post(wr);
        }

        /** Makes a request about {@code bytes} bytes at {@code offset} of the region. */
        SendWr request(WrOpcode opcode, long offset, int bytes) {
            return request(opcode, offset, bytes, region.rkey());
        }

        SendWr request(WrOpcode opcode, long offset, int bytes, int rkey) {
            return new SendWr()
                    .opcode(opcode)
                    .atomic(region.addr() + offset, rkey, 1, 1)
                    .addSge(scenario.a.region.sge(0, bytes));
        }
    }

    /**
     * @param access of the region
     * @param act posts requests, of which the last is refused
     */
    record Refusal(
            String name,
            int syndrome,
            WcStatus status,
            EventType event,
            int access,
            Consumer<Setup> act) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Refusal access(String name, int rights, Consumer<Setup> act) {
        return new Refusal(
                name,
                AethSyndrome.NAK_REMOTE_ACCESS_ERROR,
                WcStatus.REM_ACCESS_ERR,
                EventType.QP_ACCESS_ERR,
                rights,
                act);
    }

    private static Refusal access(String name, Consumer<Setup> act) {
        return access(name, Peer.ALL_ACCESS, act);
    }

    private static Refusal invalid(String name, Consumer<Setup> act) {
        return new Refusal(
                name,
                AethSyndrome.NAK_INVALID_REQUEST,
                WcStatus.REM_INV_REQ_ERR,
                EventType.QP_REQ_ERR,
                Peer.ALL_ACCESS,
                act);
    }

    private static Refusal operational(String name, Consumer<Setup> act) {
        return new Refusal(
                name,
                AethSyndrome.NAK_REMOTE_OPERATIONAL_ERROR,
                WcStatus.REM_OP_ERR,
                EventType.QP_FATAL,
                Peer.ALL_ACCESS,
                act);
    }

    static List<Refusal> refusals() {
        int noWrite = AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_READ;
        int noRead = AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE;
        int noAtomic = noWrite | noRead;
        return List.of(
                access(
                        "unknown key of a WRITE",
                        s -> s.post(s.request(WrOpcode.RDMA_WRITE, 0, 8, ~s.region.rkey()))),
                access(
                        "unknown key of a READ",
                        s -> s.post(s.request(WrOpcode.RDMA_READ, 0, 8, ~s.region.rkey()))),
                access(
                        "unknown key of an atomic",
                        s ->
                                s.post(
                                        s.request(
                                                WrOpcode.ATOMIC_FETCH_AND_ADD,
                                                0,
                                                8,
                                                ~s.region.rkey()))),
                access(
                        "WRITE beyond the end",
                        s -> s.post(s.request(WrOpcode.RDMA_WRITE, REGION - 7, 8))),
                access("READ before the start", s -> s.post(s.request(WrOpcode.RDMA_READ, -1, 8))),
                access(
                        "WRITE without the right",
                        noWrite,
                        s -> s.post(s.request(WrOpcode.RDMA_WRITE, 0, 8))),
                access(
                        "READ without the right",
                        noRead,
                        s -> s.post(s.request(WrOpcode.RDMA_READ, 0, 8))),
                access(
                        "atomic without the right",
                        noAtomic,
                        s -> s.post(s.request(WrOpcode.ATOMIC_CMP_AND_SWP, 0, 8))),
                access(
                        "key that was invalidated",
                        s -> {
                            s.receive(new RecvWr());
                            s.post(
                                    new SendWr()
                                            .opcode(WrOpcode.SEND_WITH_INV)
                                            .invalidateRkey(s.region.rkey()));
                            s.post(s.request(WrOpcode.RDMA_WRITE, 0, 8));
                        }),
                invalid(
                        "misaligned atomic",
                        s -> s.post(s.request(WrOpcode.ATOMIC_FETCH_AND_ADD, 4, 8))),
                invalid(
                        "message longer than its receive",
                        s -> {
                            s.receive(new RecvWr().addSge(s.region.sge(0, 200)));
                            s.post(s.request(WrOpcode.SEND, 0, 201));
                        }),
                operational(
                        "receive into memory of an unknown key",
                        s -> {
                            s.receive(new RecvWr().addSge(s.region.addr(), 8, ~s.region.lkey()));
                            s.post(s.request(WrOpcode.SEND, 0, 8));
                        }));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void shouldEndBothQueuePairs(Refusal refusal) {
        Setup setup = new Setup(refusal.access());
        Scenario scenario = setup.scenario;
        var nak = Scenario.packet(Packets.nak(refusal.syndrome()));
        scenario.back.hold("the NAK", Occurrence.first(), 1, nak);
        setup.post(new SendWr().opcode(WrOpcode.RDMA_WRITE));
        refusal.act().accept(setup);
        setup.receive(new RecvWr().wrId(SPARE_RECEIVE));
        int refused = setup.posted - 1;
        for (int i = 0; i < BEHIND; i++) {
            setup.post(new SendWr().opcode(WrOpcode.RDMA_WRITE));
        }

        scenario.run();

        assertThat(scenario.statusesAtA())
                .as("completions\n%s", scenario.log)
                .containsExactly(
                        refusal.status(),
                        WcStatus.WR_FLUSH_ERR,
                        WcStatus.WR_FLUSH_ERR,
                        WcStatus.WR_FLUSH_ERR);
        assertThat(scenario.doneAtA)
                .extracting(done -> (int) done.completion().wrId())
                .containsExactly(refused, refused + 1, refused + 2, refused + 3);
        assertThat(scenario.finishedNs()).isLessThan(ROUND_TRIP_NS + SENDING_NS);
        assertThat(scenario.a.qp.state()).isEqualTo(QpState.ERR);
        assertThat(scenario.b.qp.state()).isEqualTo(QpState.ERR);
        assertThat(scenario.b.context.pollAsyncEvent().eventType()).isEqualTo(refusal.event());
        assertThat(scenario.doneAtB.getLast().completion().wrId()).isEqualTo(SPARE_RECEIVE);
        assertThat(scenario.statusesAtB()).endsWith(WcStatus.WR_FLUSH_ERR);
        assertThat(count(scenario.b, Counter.FATAL_NAKS_SENT)).isEqualTo(1);
        assertThat(count(scenario.a, Counter.FATAL_NAKS_RCVD)).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void shouldTouchNoMemory(Refusal refusal) {
        Setup setup = new Setup(refusal.access());
        MemorySegment before = MemorySegment.ofArray(new byte[REGION]).fill((byte) 7);
        refusal.act().accept(setup);

        setup.scenario.run();

        assertThat(setup.region.segment().mismatch(before)).isEqualTo(-1);
    }

    @Test
    void shouldFailTheReceiveThatIsTooSmall() {
        Setup setup = new Setup(AccessFlags.LOCAL_WRITE);
        setup.receive(new RecvWr().addSge(setup.region.sge(0, 2000)));
        setup.post(setup.request(WrOpcode.SEND, 0, 2001));

        setup.scenario.run();

        assertThat(setup.scenario.statusesAtB()).containsExactly(WcStatus.LOC_LEN_ERR);
    }
}
