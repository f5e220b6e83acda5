package org.urdma4j.interop.play;

import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WrOpcode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** RDMA READ, of one response and of many, several of them outstanding. */
final class ReadCases {
    private static final long SLOT = 64 << 10;
    private static final int GUARD = 16;

    private ReadCases() {}

    static List<PlayedCase> all() {
        return List.of(
                PlayedCase.rc(
                        "read",
                        "READ of 0 bytes to 10 packets, six outstanding",
                        mtu -> MessageCases.packets(sizes(mtu), mtu),
                        ReadCases::run));
    }

    private static int[] sizes(int mtu) {
        return new int[] {1, 777, 10 * mtu - 3, 0, 3 * mtu, mtu + 1};
    }

    private static void run(Exchange exchange) throws IOException {
        End requester = exchange.requester();
        End responder = exchange.responder();
        int[] sizes = sizes(exchange.mtu());
        List<Completion> read = new ArrayList<>();
        for (int i = 0; i < sizes.length; i++) {
            responder.fill(SLOT * i + i, sizes[i], 50L + i);
        }
        for (int i = 0; i < sizes.length; i++) {
            long target = SLOT * i + GUARD + i;
            requester.post(
                    Request.rdma(WrOpcode.RDMA_READ, i, target, sizes[i], SLOT * i + i), responder);
            read.add(Completion.sent(i, WcOpcode.RDMA_READ));
        }
        exchange.expectDone(requester, read);
        for (int i = 0; i < sizes.length; i++) {
            long target = SLOT * i + GUARD + i;
            exchange.expectSame(responder, SLOT * i + i, requester, target, sizes[i]);
            exchange.expectUntouched(requester, target - GUARD, GUARD);
            exchange.expectUntouched(requester, target + sizes[i], GUARD);
        }
    }
}
