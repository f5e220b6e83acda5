package org.urdma4j.interop.play;

import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WrOpcode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Datagrams: all paddings, with and without immediate data, and what stands before them. */
final class DatagramCases {
    /** Bytes before the data, for the network header. */
    private static final int GRH = 40;

    private static final int IPV4_HEADER = 20;
    private static final int ADDRESS = 16;
    private static final int GUARD = 16;
    private static final long SLOT = 8 << 10;

    private DatagramCases() {}

    static List<PlayedCase> all() {
        return List.of(
                of("ud-send", "UD: SEND of 0 bytes to a packet", WrOpcode.SEND),
                of("ud-send-imm", "UD: SEND with immediate", WrOpcode.SEND_WITH_IMM));
    }

    private static PlayedCase of(String name, String about, WrOpcode opcode) {
        return new PlayedCase(
                name,
                about,
                Options.of(QpType.UD),
                Scope.ALL,
                _ -> 0,
                exchange -> run(exchange, opcode));
    }

    private static void run(Exchange exchange, WrOpcode opcode) throws IOException {
        End requester = exchange.requester();
        End responder = exchange.responder();
        int[] sizes = {0, 1, 2, 3, 777, exchange.mtu()};
        List<Completion> sent = new ArrayList<>();
        List<Completion> received = new ArrayList<>();
        for (int i = 0; i < sizes.length; i++) {
            int imm = opcode == WrOpcode.SEND_WITH_IMM ? 0x80000000 + i : 0;
            requester.fill(SLOT * i, sizes[i], i + 1L);
            responder.postReceive(100 + i, place(i), GRH + sizes[i]);
            requester.post(Request.send(i, SLOT * i, sizes[i]).withImm(opcode, imm), responder);
            sent.add(Completion.sent(i, WcOpcode.SEND));
            received.add(Completion.received(100 + i, WcOpcode.RECV, GRH + sizes[i], imm));
        }
        exchange.expectDone(requester, sent);
        exchange.expectDone(responder, received);
        for (int i = 0; i < sizes.length; i++) {
            exchange.expectSame(requester, SLOT * i, responder, place(i) + GRH, sizes[i]);
            exchange.expectUntouched(responder, place(i) - GUARD, GUARD);
            exchange.expectUntouched(responder, place(i) + GRH + sizes[i], GUARD);
            expectHeader(requester, responder, responder.peek(place(i), GRH));
        }
    }

    private static long place(int i) {
        return SLOT * i + GUARD + i;
    }

    /** IPv6's header, or an IPv4 header in the last 20 bytes of 40: source and destination. */
    private static void expectHeader(End from, End to, byte[] header) {
        boolean ipv4 = from.gid().isIpv4Mapped();
        int length = ipv4 ? Integer.BYTES : ADDRESS;
        byte[] addresses = Arrays.copyOfRange(header, GRH - 2 * length, GRH);
        byte[] source = tail(from.gid().bytes(), length);
        byte[] destination = tail(to.gid().bytes(), length);
        Expect.that(
                Arrays.equals(addresses, 0, length, source, 0, length)
                        && Arrays.equals(addresses, length, 2 * length, destination, 0, length),
                "the header before the data has other addresses");
        int version = header[ipv4 ? IPV4_HEADER : 0] >> 4;
        Expect.equal("IP version in the header", version, ipv4 ? 4 : 6);
    }

    private static byte[] tail(byte[] bytes, int length) {
        return Arrays.copyOfRange(bytes, bytes.length - length, bytes.length);
    }
}
