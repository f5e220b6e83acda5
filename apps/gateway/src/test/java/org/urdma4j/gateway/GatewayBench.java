package org.urdma4j.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.codec.ib.Aeth;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.gateway.message.GatewayMessage;
import org.urdma4j.gateway.message.Mark;
import org.urdma4j.gateway.message.Status;
import org.urdma4j.gateway.packet.GatewayConfig;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A gateway between a test that plays the hosts and one that plays the other gateway. */
final class GatewayBench {
    static final long RTT_NS = 10_000_000;
    static final int BOOT_ID = 0x1234_5678;

    final TestStore store = new TestStore();
    final Gateway<TestPacket> gateway;
    final List<TestPacket> inside = new ArrayList<>();
    final List<TestPacket> outside = new ArrayList<>();
    long nowNs;

    GatewayBench(GatewayConfig config) {
        gateway = new Gateway<>(config, store);
        gateway.onTimers(-RTT_NS);
    }

    GatewayBench() {
        this(config().build());
    }

    static GatewayConfig.Builder config() {
        return GatewayConfig.builder(BOOT_ID).bdp(1 << 20).longRttNs(RTT_NS);
    }

    GatewayBench fromInside(TestPacket... packets) {
        return feed(Port.INSIDE, packets);
    }

    GatewayBench fromOutside(TestPacket... packets) {
        return feed(Port.OUTSIDE, packets);
    }

    /** As {@link #fromInside}, but nothing leaves before {@link #drain}. */
    GatewayBench waiting(TestPacket... packets) {
        for (TestPacket packet : packets) {
            store.kept++;
            gateway.onFrame(Port.INSIDE, packet, nowNs);
        }
        return this;
    }

    private GatewayBench feed(Port port, TestPacket... packets) {
        for (TestPacket packet : packets) {
            store.kept++;
            gateway.onFrame(port, packet, nowNs);
            drain();
        }
        return this;
    }

    /** Lets time pass, deadline by deadline. */
    GatewayBench after(long ns) {
        long endNs = nowNs + ns;
        while (gateway.nextDeadlineNs() <= endNs) {
            nowNs = Math.max(nowNs, gateway.nextDeadlineNs());
            gateway.onTimers(nowNs);
            assertThat(gateway.nextDeadlineNs()).as("what was due").isGreaterThan(nowNs);
            drain();
        }
        nowNs = endNs;
        return this;
    }

    GatewayBench drain() {
        take(Port.INSIDE, inside);
        take(Port.OUTSIDE, outside);
        return this;
    }

    private void take(Port port, List<TestPacket> out) {
        for (TestPacket p = gateway.poll(port); p != null; p = gateway.poll(port)) {
            assertThat(p.released).as("%s", p).isFalse();
            store.kept--;
            out.add(p);
        }
    }

    GatewayBench forgetOutput() {
        inside.clear();
        outside.clear();
        return this;
    }

    /** Ends the gateway: everything must come back. */
    void close() {
        gateway.close();
        assertThat(store.kept).isZero();
    }

    /** Returns the numbers of the packets of hosts that came out. */
    static List<Integer> psns(List<TestPacket> packets) {
        return packets.stream()
                .filter(p -> p.opcode() != GatewayMessage.OPCODE)
                .map(TestPacket::psn)
                .toList();
    }

    /** Returns each STATUS as "next end: first+count ...", with what it echoes in front. */
    List<String> statuses() {
        return outside.stream()
                .filter(p -> p.isMessage(GatewayMessage.STATUS))
                .map(GatewayBench::words)
                .toList();
    }

    private static String words(TestPacket packet) {
        ByteBuffer b = packet.transport;
        StringBuilder text = new StringBuilder();
        text.append(
                "#%d %d..%d:".formatted(Status.echo(b, 0), Status.next(b, 0), Status.end(b, 0)));
        for (int i = 0; i < Status.holes(b, 0); i++) {
            text.append(" %d+%d".formatted(Status.holeFirst(b, 0, i), Status.holeCount(b, 0, i)));
        }
        return text.toString();
    }

    /** Returns each MARK as "low..high". */
    List<String> marks() {
        return outside.stream()
                .filter(p -> p.isMessage(GatewayMessage.MARK))
                .map(p -> Mark.low(p.transport, 0) + ".." + Mark.high(p.transport, 0))
                .toList();
    }

    /** Returns the numbers of the NACKs that came out inside. */
    List<Integer> nacks() {
        return inside.stream()
                .filter(p -> p.opcode() == Opcode.RC_ACKNOWLEDGE)
                .filter(p ->
                        Aeth.syndrome(p.transport, Bth.LENGTH)
                                == AethSyndrome.NAK_PSN_SEQUENCE_ERROR)
                .map(TestPacket::psn)
                .toList();
    }

    /** A MARK of a Sentry that has neither copies nor a host to ask. */
    static TestPacket unfilledMark(int number, int low, int high) {
        TestPacket packet = mark(number, low, high);
        packet.transport.put(Bth.LENGTH + 2, (byte) 2);
        return packet;
    }

    static TestPacket mark(int number, int low, int high) {
        ByteBuffer b = ByteBuffer.allocate(Mark.LENGTH);
        Mark.write(
                b,
                Bth.DEFAULT_P_KEY,
                TestPacket.QP_OF_B,
                0,
                99,
                number,
                number,
                low,
                high,
                false,
                RTT_NS);
        return new TestPacket(TestPacket.A, TestPacket.B, b);
    }

    /**
     * @param holes first and count of each
     */
    static TestPacket status(int echo, int seen, int next, int end, int... holes) {
        return statusOf(99, echo, seen, next, end, holes);
    }

    static TestPacket statusOf(int bootId, int echo, int seen, int next, int end, int... holes) {
        ByteBuffer b = ByteBuffer.allocate(Status.MAX_LENGTH);
        Status.begin(
                b,
                Bth.DEFAULT_P_KEY,
                TestPacket.QP_OF_B,
                0,
                bootId,
                1,
                echo,
                seen,
                next,
                end,
                Status.UNKNOWN);
        for (int i = 0; i < holes.length; i += 2) {
            Status.hole(b, i / 2, holes[i], holes[i + 1]);
        }
        Status.end(b, holes.length / 2, false);
        ByteBuffer whole = ByteBuffer.allocate(b.limit()).put(0, b, 0, b.limit());
        return new TestPacket(TestPacket.B, TestPacket.A, whole);
    }

    /** A MARK about answers of A's requests, from B's side. */
    static TestPacket answersMark(int number, int low, int high) {
        return inSpaceOfAnswers(mark(number, low, high), TestPacket.B, TestPacket.A);
    }

    /** A STATUS about answers of A's requests, from A's side. */
    static TestPacket answersStatus(int next, int end, int... holes) {
        return inSpaceOfAnswers(status(0, 1, next, end, holes), TestPacket.A, TestPacket.B);
    }

    /** The same in answer to a MARK. */
    static TestPacket answersEcho(int echo, int next, int end) {
        return inSpaceOfAnswers(status(echo, echo, next, end), TestPacket.A, TestPacket.B);
    }

    private static TestPacket inSpaceOfAnswers(TestPacket message, int from, int to) {
        message.transport.put(Bth.LENGTH + 1, (byte) GatewayMessage.ANSWERS);
        return new TestPacket(from, to, message.transport);
    }
}
