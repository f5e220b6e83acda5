package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.HandMade.packet;
import static org.urdma4j.transport.rc.Solo.MTU;
import static org.urdma4j.transport.rc.Solo.RQ_PSN;
import static org.urdma4j.transport.rc.Solo.brief;

import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.RecvWr;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Packets of right and wrong place or length in their message (IBTA 1.4 §9.7.4.1.2 and §9.7.4.1.6):
 * every wrong one is an invalid request, NAK 0x61, and ends the queue pair.
 */
class ResponderMessageTest {
    private static final long RECEIVE = 16 * MTU;

    private final Solo solo = Solo.connected();

    /** Packets that a test hands in; the last one is the one that matters. */
    interface Packets extends Function<Solo, List<HandMade>> {}

    private static Named<Packets> of(String name, Packets packets) {
        return Named.of(name, packets);
    }

    private static HandMade at(int index, int opcode, int payload) {
        return packet(opcode, RQ_PSN + index).payload(payload);
    }

    private static HandMade write(Solo solo, int index, int opcode, long dmaLength, int payload) {
        return at(index, opcode, payload).reth(solo.address(), solo.rkey(), dmaLength);
    }

    private static HandMade writeFirst(Solo solo, long dmaLength) {
        return write(solo, 0, Opcode.RC_RDMA_WRITE_FIRST, dmaLength, MTU);
    }

    private static HandMade read(Solo solo, int index, long bytes) {
        return write(solo, index, Opcode.RC_RDMA_READ_REQUEST, bytes, 0);
    }

    private static HandMade fetchAdd(Solo solo, int index, long offset) {
        return packet(Opcode.RC_FETCH_ADD, RQ_PSN + index)
                .atomic(solo.address() + offset, solo.rkey(), 1, 0);
    }

    static Stream<Named<Packets>> misplaced() {
        return Stream.of(
                of("SEND MIDDLE first", _ -> List.of(at(0, Opcode.RC_SEND_MIDDLE, MTU))),
                of("SEND LAST first", _ -> List.of(at(0, Opcode.RC_SEND_LAST, 8))),
                of(
                        "SEND LAST with immediate first",
                        _ -> List.of(at(0, Opcode.RC_SEND_LAST_WITH_IMMEDIATE, 8))),
                of(
                        "SEND LAST with invalidate first",
                        _ -> List.of(at(0, Opcode.RC_SEND_LAST_WITH_INVALIDATE, 8))),
                of("WRITE MIDDLE first", _ -> List.of(at(0, Opcode.RC_RDMA_WRITE_MIDDLE, MTU))),
                of("WRITE LAST first", _ -> List.of(at(0, Opcode.RC_RDMA_WRITE_LAST, 8))),
                of(
                        "WRITE LAST with immediate first",
                        _ -> List.of(at(0, Opcode.RC_RDMA_WRITE_LAST_WITH_IMMEDIATE, 8))),
                inside("SEND FIRST", _ -> at(1, Opcode.RC_SEND_FIRST, MTU)),
                inside("SEND ONLY", _ -> at(1, Opcode.RC_SEND_ONLY, 8)),
                inside("WRITE MIDDLE", _ -> at(1, Opcode.RC_RDMA_WRITE_MIDDLE, MTU)),
                inside("WRITE LAST", _ -> at(1, Opcode.RC_RDMA_WRITE_LAST, 8)),
                inside("WRITE ONLY", s -> write(s, 1, Opcode.RC_RDMA_WRITE_ONLY, 8, 8)),
                inside("READ", s -> read(s, 1, 8)),
                inside("FETCH_ADD", s -> fetchAdd(s, 1, 0)),
                of(
                        "SEND MIDDLE inside a WRITE",
                        s -> List.of(writeFirst(s, 1000), at(1, Opcode.RC_SEND_MIDDLE, MTU))),
                of(
                        "SEND LAST inside a WRITE",
                        s -> List.of(writeFirst(s, 300), at(1, Opcode.RC_SEND_LAST, 44))),
                of(
                        "WRITE FIRST inside a WRITE",
                        s ->
                                List.of(
                                        writeFirst(s, 1000),
                                        write(s, 1, Opcode.RC_RDMA_WRITE_FIRST, 1000, MTU))),
                of("READ inside a WRITE", s -> List.of(writeFirst(s, 1000), read(s, 1, 8))));
    }

    private static Named<Packets> inside(String name, Function<Solo, HandMade> wrong) {
        return of(
                name + " inside a SEND",
                s -> List.of(at(0, Opcode.RC_SEND_FIRST, MTU), wrong.apply(s)));
    }

    static Stream<Named<Packets>> wrongLengths() {
        int full = Opcode.RC_SEND_FIRST;
        return Stream.of(
                of("SEND FIRST short", _ -> List.of(at(0, full, MTU - 4))),
                of("SEND FIRST empty", _ -> List.of(at(0, full, 0))),
                of("SEND FIRST long", _ -> List.of(at(0, full, MTU + 4))),
                inside("SEND MIDDLE short", _ -> at(1, Opcode.RC_SEND_MIDDLE, MTU - 1)),
                inside("SEND MIDDLE long", _ -> at(1, Opcode.RC_SEND_MIDDLE, MTU + 1)),
                inside("SEND LAST empty", _ -> at(1, Opcode.RC_SEND_LAST, 0)),
                inside("SEND LAST long", _ -> at(1, Opcode.RC_SEND_LAST, MTU + 1)),
                inside(
                        "SEND LAST with immediate empty",
                        _ -> at(1, Opcode.RC_SEND_LAST_WITH_IMMEDIATE, 0)),
                of("SEND ONLY long", _ -> List.of(at(0, Opcode.RC_SEND_ONLY, MTU + 1))),
                of(
                        "WRITE ONLY long",
                        s -> List.of(write(s, 0, Opcode.RC_RDMA_WRITE_ONLY, MTU + 1, MTU + 1))),
                of(
                        "WRITE ONLY announces more",
                        s -> List.of(write(s, 0, Opcode.RC_RDMA_WRITE_ONLY, 9, 8))),
                of(
                        "WRITE ONLY announces less",
                        s -> List.of(write(s, 0, Opcode.RC_RDMA_WRITE_ONLY, 7, 8))),
                of("WRITE FIRST announces one packet", s -> List.of(writeFirst(s, MTU))),
                of("WRITE FIRST announces nothing", s -> List.of(writeFirst(s, 0))),
                of(
                        "WRITE LAST with more than announced",
                        s -> List.of(writeFirst(s, MTU + 8), at(1, Opcode.RC_RDMA_WRITE_LAST, 9))),
                of(
                        "WRITE LAST with less than announced",
                        s -> List.of(writeFirst(s, MTU + 8), at(1, Opcode.RC_RDMA_WRITE_LAST, 7))),
                of(
                        "WRITE MIDDLE where the LAST should be",
                        s ->
                                List.of(
                                        writeFirst(s, 2L * MTU),
                                        at(1, Opcode.RC_RDMA_WRITE_MIDDLE, MTU))),
                of("WRITE beyond 2^31 bytes", s -> List.of(writeFirst(s, (1L << 31) + 1))),
                of("READ beyond 2^31 bytes", s -> List.of(read(s, 0, (1L << 31) + 1))),
                of("READ of 2^32 - 1 bytes", s -> List.of(read(s, 0, 0xffff_ffffL))));
    }

    static Stream<Named<Packets>> unsupported() {
        return Stream.of(
                of(
                        "FLUSH",
                        s ->
                                List.of(
                                        packet(Opcode.RC_FLUSH, RQ_PSN)
                                                .reth(s.address(), s.rkey(), 8))),
                of("ATOMIC_WRITE", s -> List.of(write(s, 0, Opcode.RC_ATOMIC_WRITE, 8, 8))),
                of("misaligned FETCH_ADD", s -> List.of(fetchAdd(s, 0, 4))),
                of(
                        "misaligned COMPARE_SWAP",
                        s ->
                                List.of(
                                        packet(Opcode.RC_COMPARE_SWAP, RQ_PSN)
                                                .atomic(s.address() + 1, s.rkey(), 1, 1))));
    }

    @ParameterizedTest
    @MethodSource({"misplaced", "wrongLengths", "unsupported"})
    void shouldRefuseAsInvalidRequest(Packets packets) {
        for (int i = 0; i < 3; i++) {
            solo.host.post(
                    new RecvWr().wrId(i).addSge(solo.address(), RECEIVE, solo.host.region.lkey()));
        }
        List<HandMade> all = packets.apply(solo);

        List<Captured> answers = solo.receive(all.toArray(HandMade[]::new));

        assertThat(brief(answers)).containsExactly("NAK61 " + (RQ_PSN + all.size() - 1));
        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
        assertThat(solo.host.events).containsExactly(EventType.QP_REQ_ERR);
        assertThat(solo.received())
                .containsExactly("0 WR_FLUSH_ERR", "1 WR_FLUSH_ERR", "2 WR_FLUSH_ERR");
    }

    @Test
    void shouldTakeAWholeSend() {
        solo.host.post(new RecvWr().wrId(7).addSge(solo.address(), 600, solo.host.region.lkey()));

        assertThat(
                        brief(
                                solo.receive(
                                        at(0, Opcode.RC_SEND_FIRST, MTU),
                                        at(1, Opcode.RC_SEND_MIDDLE, MTU),
                                        at(2, Opcode.RC_SEND_LAST, 88))))
                .containsExactly("ACK 102");
        assertThat(solo.received()).containsExactly("7 SUCCESS");
    }

    @Test
    void shouldTakeAWriteOfExactlyTwoPackets() {
        assertThat(
                        brief(
                                solo.receive(
                                        writeFirst(solo, 2L * MTU),
                                        at(1, Opcode.RC_RDMA_WRITE_LAST, MTU))))
                .containsExactly("ACK 101");
    }

    @Test
    void shouldTakeEmptyMessages() {
        solo.host.post(new RecvWr().wrId(7));

        assertThat(
                        brief(
                                solo.receive(
                                        at(0, Opcode.RC_SEND_ONLY, 0),
                                        write(solo, 1, Opcode.RC_RDMA_WRITE_ONLY, 0, 0),
                                        read(solo, 2, 0))))
                .containsExactly("ACK 100", "ACK 101", "READ_RESPONSE_ONLY 102");
        assertThat(solo.received()).containsExactly("7 SUCCESS");
    }
}
