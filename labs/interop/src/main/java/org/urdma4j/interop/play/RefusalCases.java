package org.urdma4j.interop.play;

import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

import java.io.IOException;
import java.util.List;

/**
 * What one end refuses for good: the NAK, the status of both ends, and that nothing was written.
 */
final class RefusalCases {
    private RefusalCases() {}

    static List<PlayedCase> all() {
        return List.of(
                PlayedCase.failing(
                        "write-bad-key",
                        "WRITE with a key that isn't valid: REM_ACCESS_ERR",
                        exchange -> refused(exchange, WrOpcode.RDMA_WRITE, true)),
                PlayedCase.failing(
                        "read-bad-key",
                        "READ with a key that isn't valid: REM_ACCESS_ERR",
                        exchange -> refused(exchange, WrOpcode.RDMA_READ, true)),
                PlayedCase.failing(
                        "write-bad-length",
                        "WRITE beyond the end of the memory: REM_ACCESS_ERR",
                        exchange -> refused(exchange, WrOpcode.RDMA_WRITE, false)),
                PlayedCase.failing(
                        "read-bad-length",
                        "READ beyond the end of the memory: REM_ACCESS_ERR",
                        exchange -> refused(exchange, WrOpcode.RDMA_READ, false)),
                PlayedCase.failing(
                        "send-too-long",
                        "SEND longer than its receive: rxe says 0x63, we say 0x61",
                        RefusalCases::tooLong));
    }

    private static void refused(Exchange exchange, WrOpcode opcode, boolean wrongKey)
            throws IOException {
        End requester = exchange.requester();
        End responder = exchange.responder();
        int size = 3 * exchange.mtu();
        End filled = opcode == WrOpcode.RDMA_READ ? responder : requester;
        End empty = opcode == WrOpcode.RDMA_READ ? requester : responder;
        long target = wrongKey ? 0 : Options.SMALL - size + 1;
        long source = 0;
        filled.fill(source, size, 78);
        Request request =
                opcode == WrOpcode.RDMA_READ
                        ? Request.rdma(opcode, 1, 0, size, target)
                        : Request.rdma(opcode, 1, source, size, target);
        requester.post(wrongKey ? request.withKeyChange(1) : request, responder);
        requester.post(Request.rdma(opcode, 2, 0, size, 0), responder);
        exchange.expectDone(
                requester,
                List.of(
                        Completion.failed(1, WcStatus.REM_ACCESS_ERR),
                        Completion.failed(2, WcStatus.WR_FLUSH_ERR)));
        exchange.expectUntouched(empty, 0, exchange.mtu());
        exchange.expectUntouched(empty, Options.SMALL - exchange.mtu(), exchange.mtu());
    }

    private static void tooLong(Exchange exchange) throws IOException {
        End requester = exchange.requester();
        End responder = exchange.responder();
        int size = 2 * exchange.mtu();
        requester.fill(0, size, 79);
        responder.postReceive(1, 0, size - 1L);
        requester.post(Request.send(2, 0, size), responder);
        boolean rxe = responder instanceof GuestEnd;
        WcStatus sender = rxe ? WcStatus.REM_OP_ERR : WcStatus.REM_INV_REQ_ERR;
        WcStatus receiver = rxe ? WcStatus.LOC_QP_OP_ERR : WcStatus.LOC_LEN_ERR;
        exchange.expectDone(requester, List.of(Completion.failed(2, sender)));
        exchange.expectDone(responder, List.of(Completion.failed(1, receiver)));
        exchange.expectUntouched(responder, size - 1L, exchange.mtu());
    }
}
