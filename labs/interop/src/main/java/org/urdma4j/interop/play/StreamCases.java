package org.urdma4j.interop.play;

import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WrOpcode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Long messages, and many of all sorts in flight together. */
final class StreamCases {
    private static final int LONG = 4 << 20;
    private static final int SHORT = 1 << 20;
    private static final int GIGABYTE_PART = 64 << 20;
    private static final int GIGABYTE_ROUNDS = 16;
    private static final int ROUNDS = 20;
    private static final int ROUND_PACKETS = 3 + 3 + 1 + 1;
    private static final long SLOT = 16 << 10;
    private static final long COUNTER = Options.SMALL - 64;
    private static final long RESULTS = Options.SMALL - 4096;
    private static final int STEP = 5;

    private StreamCases() {}

    static List<PlayedCase> clean() {
        return List.of(
                mixed(),
                bulk("write-4m", "WRITE of 4 MiB", WrOpcode.RDMA_WRITE, LONG),
                bulk("read-4m", "READ of 4 MiB", WrOpcode.RDMA_READ, LONG),
                gigabyte());
    }

    static List<PlayedCase> lossy() {
        return List.of(
                mixed(),
                bulk("write-1m", "WRITE of 1 MiB", WrOpcode.RDMA_WRITE, SHORT),
                bulk("read-1m", "READ of 1 MiB", WrOpcode.RDMA_READ, SHORT));
    }

    private static PlayedCase mixed() {
        return PlayedCase.rc(
                "stream",
                "WRITE, READ, FETCH_ADD and SEND, 80 in flight",
                _ -> ROUNDS * ROUND_PACKETS,
                StreamCases::mix);
    }

    private static PlayedCase bulk(String name, String about, WrOpcode opcode, int size) {
        return PlayedCase.rc(
                        name,
                        about,
                        mtu -> size / mtu,
                        exchange -> transfer(exchange, opcode, size))
                .with(Options.RC.withMemory(size));
    }

    /** A gigabyte through a region that is filled anew each time. */
    private static PlayedCase gigabyte() {
        return PlayedCase.rc(
                        "write-1g",
                        "WRITE of 64 MiB, sixteen times",
                        mtu -> GIGABYTE_ROUNDS * (GIGABYTE_PART / mtu),
                        StreamCases::gigabyte)
                .with(Options.RC.withMemory(GIGABYTE_PART))
                .with(Scope.ONCE);
    }

    private static void gigabyte(Exchange exchange) throws IOException {
        End requester = exchange.requester();
        End responder = exchange.responder();
        long elapsed = 0;
        for (int i = 0; i < GIGABYTE_ROUNDS; i++) {
            requester.fill(0, GIGABYTE_PART, i);
            long start = SystemClock.nowNs();
            requester.post(Request.rdma(WrOpcode.RDMA_WRITE, i, 0, GIGABYTE_PART, 0), responder);
            exchange.expectDone(requester, List.of(Completion.sent(i, WcOpcode.RDMA_WRITE)));
            elapsed += SystemClock.nowNs() - start;
            exchange.expectSame(requester, 0, responder, 0, GIGABYTE_PART);
        }
        exchange.noteRate((long) GIGABYTE_ROUNDS * GIGABYTE_PART, elapsed);
    }

    private static void transfer(Exchange exchange, WrOpcode opcode, int size) throws IOException {
        boolean reads = opcode == WrOpcode.RDMA_READ;
        End from = reads ? exchange.responder() : exchange.requester();
        End to = reads ? exchange.requester() : exchange.responder();
        from.fill(0, size, size + exchange.mtu());
        long start = SystemClock.nowNs();
        exchange.requester().post(Request.rdma(opcode, 9, 0, size, 0), exchange.responder());
        exchange.expectDone(
                exchange.requester(),
                List.of(Completion.sent(9, reads ? WcOpcode.RDMA_READ : WcOpcode.RDMA_WRITE)));
        exchange.noteRate(size, SystemClock.nowNs() - start);
        exchange.expectSame(from, 0, to, 0, size);
    }

    /** Each READ fetches what the WRITE before it has written; the receiver sees all in order. */
    private static void mix(Exchange exchange) throws IOException {
        End requester = exchange.requester();
        End responder = exchange.responder();
        int size = 3 * exchange.mtu() - 1;
        long base = Options.SMALL / 2;
        List<Completion> sent = new ArrayList<>();
        List<Completion> received = new ArrayList<>();
        requester.fill(0, ROUNDS * SLOT, 3);
        for (int i = 0; i < ROUNDS; i++) {
            responder.postReceive(i, base + SLOT * i, SLOT);
            received.add(Completion.received(i, WcOpcode.RECV, i, 0));
        }
        for (int i = 0; i < ROUNDS; i++) {
            long from = SLOT * i;
            long back = base + SLOT * i;
            long id = 4L * i;
            requester.post(Request.rdma(WrOpcode.RDMA_WRITE, id, from, size, from), responder);
            requester.post(Request.rdma(WrOpcode.RDMA_READ, id + 1, back, size, from), responder);
            long result = RESULTS + (long) Long.BYTES * i;
            requester.post(Request.fetchAndAdd(id + 2, result, COUNTER, STEP), responder);
            requester.post(Request.send(id + 3, from, i), responder);
            sent.add(Completion.sent(id, WcOpcode.RDMA_WRITE));
            sent.add(Completion.sent(id + 1, WcOpcode.RDMA_READ));
            sent.add(Completion.sent(id + 2, WcOpcode.FETCH_ADD));
            sent.add(Completion.sent(id + 3, WcOpcode.SEND));
        }
        exchange.expectDone(requester, sent);
        exchange.expectDone(responder, received);
        ByteBuffer results =
                ByteBuffer.wrap(requester.peek(RESULTS, Long.BYTES * ROUNDS))
                        .order(ByteOrder.nativeOrder());
        for (int i = 0; i < ROUNDS; i++) {
            exchange.expectSame(requester, SLOT * i, responder, SLOT * i, size);
            exchange.expectSame(requester, SLOT * i, requester, base + SLOT * i, size);
            exchange.expectSame(requester, SLOT * i, responder, base + SLOT * i, i);
            Expect.equal("sum before step " + i, results.getLong(), STEP * (long) i);
        }
    }
}
