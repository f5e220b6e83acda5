package org.urdma4j.interop.play;

import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WrOpcode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** SEND and RDMA WRITE, with and without immediate data: all paddings, odd places, no bytes. */
final class MessageCases {
    private static final long SLOT = 64 << 10;
    private static final int MARK = 999;
    private static final int GUARD = 16;
    private static final int[] IMMEDIATES = {0, 1, 0x80000001, 0xffffffff, 0x01020304, 7};

    private MessageCases() {}

    /** Of the reliable service. */
    static List<PlayedCase> rc() {
        return of("", Options.RC);
    }

    /** Of the unreliable connected service. */
    static List<PlayedCase> uc() {
        return of("uc-", Options.of(QpType.UC));
    }

    private static List<PlayedCase> of(String prefix, Options options) {
        return Stream.of(
                        new Kind(
                                "send",
                                "SEND of one packet: all paddings, odd places, 0 bytes",
                                WrOpcode.SEND,
                                MessageCases::onePacket),
                        new Kind(
                                "send-long",
                                "SEND of up to 10 packets",
                                WrOpcode.SEND,
                                MessageCases::manyPackets),
                        new Kind(
                                "send-imm",
                                "SEND with immediate",
                                WrOpcode.SEND_WITH_IMM,
                                MessageCases::both),
                        new Kind(
                                "write",
                                "WRITE of one packet",
                                WrOpcode.RDMA_WRITE,
                                MessageCases::onePacket),
                        new Kind(
                                "write-long",
                                "WRITE of up to 10 packets",
                                WrOpcode.RDMA_WRITE,
                                MessageCases::manyPackets),
                        new Kind(
                                "write-imm",
                                "WRITE with immediate",
                                WrOpcode.RDMA_WRITE_WITH_IMM,
                                MessageCases::both))
                .map(kind -> of(prefix, options, kind))
                .toList();
    }

    private static int[] onePacket(int mtu) {
        return new int[] {0, 1, 2, 3, 777, mtu};
    }

    private static int[] manyPackets(int mtu) {
        return new int[] {10 * mtu - 5, mtu + 1, 2 * mtu, 3 * mtu - 2};
    }

    private static int[] both(int mtu) {
        return new int[] {5, 10 * mtu - 6, 0, mtu};
    }

    private record Kind(String name, String about, WrOpcode opcode, IntFunction<int[]> sizes) {}

    private static PlayedCase of(String prefix, Options options, Kind kind) {
        int marks = options.type() == QpType.RC || kind.opcode() != WrOpcode.RDMA_WRITE ? 0 : 1;
        return new PlayedCase(
                prefix + kind.name(),
                options.type() == QpType.RC ? kind.about() : "UC: " + kind.about(),
                options,
                Scope.ALL,
                mtu -> packets(kind.sizes().apply(mtu), mtu) + marks,
                exchange ->
                        run(exchange, kind.opcode(), kind.sizes().apply(exchange.mtu()), marks));
    }

    static int packets(int[] sizes, int mtu) {
        int packets = 0;
        for (int size : sizes) {
            packets += Math.max(1, (size + mtu - 1) / mtu);
        }
        return packets;
    }

    /** The receiver's data begins at an odd place, which no alignment helps. */
    private static long target(int i) {
        return SLOT * i + GUARD + i;
    }

    /**
     * Sends messages, and compares what came.
     *
     * @param marks SENDs at the end that tell the receiver of WRITEs when to look, where nothing is
     *     acknowledged
     */
    private static void run(Exchange exchange, WrOpcode opcode, int[] sizes, int marks)
            throws IOException {
        End requester = exchange.requester();
        End responder = exchange.responder();
        boolean writes = opcode == WrOpcode.RDMA_WRITE || opcode == WrOpcode.RDMA_WRITE_WITH_IMM;
        boolean receives = opcode != WrOpcode.RDMA_WRITE;
        List<Completion> sent = new ArrayList<>();
        List<Completion> received = new ArrayList<>();
        for (int i = 0; i < sizes.length; i++) {
            requester.fill(SLOT * i, sizes[i], i + 1L);
            if (receives) {
                // For a WRITE it is only a token, and where its memory is doesn't matter.
                responder.postReceive(100 + i, target(i), sizes[i]);
            }
            Request request = Request.rdma(opcode, i, SLOT * i, sizes[i], target(i));
            int imm = 0;
            if (opcode == WrOpcode.SEND_WITH_IMM || opcode == WrOpcode.RDMA_WRITE_WITH_IMM) {
                imm = IMMEDIATES[i];
                request = request.withImm(opcode, imm);
            }
            requester.post(request, responder);
            sent.add(Completion.sent(i, writes ? WcOpcode.RDMA_WRITE : WcOpcode.SEND));
            if (receives) {
                WcOpcode arrival = writes ? WcOpcode.RECV_RDMA_WITH_IMM : WcOpcode.RECV;
                received.add(Completion.received(100 + i, arrival, sizes[i], imm));
            }
        }
        for (int i = 0; i < marks; i++) {
            responder.postReceive(MARK, 0, 0);
            requester.post(Request.send(MARK, 0, 0), responder);
            sent.add(Completion.sent(MARK, WcOpcode.SEND));
            received.add(Completion.received(MARK, WcOpcode.RECV, 0, 0));
        }
        exchange.expectDone(requester, sent);
        exchange.expectDone(responder, received);
        for (int i = 0; i < sizes.length; i++) {
            exchange.expectSame(requester, SLOT * i, responder, target(i), sizes[i]);
            exchange.expectUntouched(responder, target(i) - GUARD, GUARD);
            exchange.expectUntouched(responder, target(i) + sizes[i], GUARD);
        }
    }
}
