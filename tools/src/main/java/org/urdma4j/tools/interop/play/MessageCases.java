package org.urdma4j.tools.interop.play;

import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WrOpcode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** SEND and RDMA WRITE, with and without immediate data: all paddings, odd places, no bytes. */
final class MessageCases {
    private static final long SLOT = 64 << 10;
    private static final int GUARD = 16;
    private static final int[] IMMEDIATES = {0, 1, 0x80000001, 0xffffffff, 0x01020304, 7};

    private MessageCases() {}

    static List<PlayedCase> all() {
        return List.of(
                of(
                        "send",
                        "SEND of one packet: all paddings, odd places, 0 bytes",
                        WrOpcode.SEND,
                        MessageCases::onePacket),
                of(
                        "send-long",
                        "SEND of up to 10 packets",
                        WrOpcode.SEND,
                        MessageCases::manyPackets),
                of("send-imm", "SEND with immediate", WrOpcode.SEND_WITH_IMM, MessageCases::both),
                of("write", "WRITE of one packet", WrOpcode.RDMA_WRITE, MessageCases::onePacket),
                of(
                        "write-long",
                        "WRITE of up to 10 packets",
                        WrOpcode.RDMA_WRITE,
                        MessageCases::manyPackets),
                of(
                        "write-imm",
                        "WRITE with immediate",
                        WrOpcode.RDMA_WRITE_WITH_IMM,
                        MessageCases::both));
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

    private static PlayedCase of(
            String name, String about, WrOpcode opcode, IntFunction<int[]> sizes) {
        return PlayedCase.rc(
                name,
                about,
                mtu -> packets(sizes.apply(mtu), mtu),
                exchange -> run(exchange, opcode, sizes.apply(exchange.mtu())));
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

    private static void run(Exchange exchange, WrOpcode opcode, int[] sizes) throws IOException {
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
            WcOpcode arrival = writes ? WcOpcode.RECV_RDMA_WITH_IMM : WcOpcode.RECV;
            received.add(Completion.received(100 + i, arrival, sizes[i], imm));
        }
        exchange.expectDone(requester, sent);
        if (receives) {
            exchange.expectDone(responder, received);
        }
        for (int i = 0; i < sizes.length; i++) {
            exchange.expectSame(requester, SLOT * i, responder, target(i), sizes[i]);
            exchange.expectUntouched(responder, target(i) - GUARD, GUARD);
            exchange.expectUntouched(responder, target(i) + sizes[i], GUARD);
        }
    }
}
