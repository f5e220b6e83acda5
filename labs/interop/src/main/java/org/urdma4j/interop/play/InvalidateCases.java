package org.urdma4j.interop.play;

import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

import java.io.IOException;
import java.util.List;

/** SEND with invalidate: a key that works before, and doesn't afterwards. */
final class InvalidateCases {
    private static final long WINDOW = 1 << 16;
    private static final int SIZE = 5000;
    private static final int SIZE_SENT = 7;

    private InvalidateCases() {}

    static List<PlayedCase> all() {
        return List.of(
                PlayedCase.failing(
                        "send-inv",
                        "SEND with invalidate; then the key is refused",
                        InvalidateCases::invalidate));
    }

    private static void invalidate(Exchange exchange) throws IOException {
        End requester = exchange.requester();
        End responder = exchange.responder();
        int key = responder.window(WINDOW, SIZE);
        Request write =
                Request.rdma(WrOpcode.RDMA_WRITE, 1, 0, SIZE, WINDOW)
                        .withKeyChange(key - responder.rkey());
        requester.fill(0, SIZE, 80);
        responder.postReceive(2, 0, SIZE);
        requester.post(write, responder);
        requester.post(
                Request.send(3, 0, SIZE_SENT).withImm(WrOpcode.SEND_WITH_INV, key), responder);
        exchange.expectDone(
                requester,
                List.of(
                        Completion.sent(1, WcOpcode.RDMA_WRITE),
                        Completion.sent(3, WcOpcode.SEND)));
        // rxe tells a program in user space only that a SEND has come.
        int told = responder instanceof GuestEnd ? 0 : key;
        exchange.expectDone(
                responder, List.of(Completion.received(2, WcOpcode.RECV, SIZE_SENT, told)));
        exchange.expectSame(requester, 0, responder, WINDOW, SIZE);
        requester.fill(0, SIZE, 81);
        int before = responder.sum(WINDOW, SIZE);
        requester.post(write, responder);
        exchange.expectDone(requester, List.of(Completion.failed(1, WcStatus.REM_ACCESS_ERR)));
        Expect.equal("CRC-32 of the window", responder.sum(WINDOW, SIZE), before);
    }
}
