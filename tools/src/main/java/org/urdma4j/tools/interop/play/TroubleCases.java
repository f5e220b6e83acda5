package org.urdma4j.tools.interop.play;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

import java.io.IOException;
import java.util.List;

/** What one end refuses: for now, for want of a receive, and for good, for want of a right. */
final class TroubleCases {
    private static final int PACKETS = 3;

    /** More than there are ordinary retries, of which none may be spent on this. */
    private static final int REFUSALS = 12;

    private TroubleCases() {}

    static List<PlayedCase> all() {
        return List.of(
                PlayedCase.rc(
                        "rnr",
                        "RNR, at least 12 times, then the receive is posted",
                        _ -> PACKETS,
                        TroubleCases::receiverNotReady),
                PlayedCase.rc(
                        "write-bad-key",
                        "WRITE with a key that isn't valid",
                        _ -> 0,
                        exchange -> refused(exchange, WrOpcode.RDMA_WRITE)),
                PlayedCase.rc(
                        "read-bad-key",
                        "READ with a key that isn't valid",
                        _ -> 0,
                        exchange -> refused(exchange, WrOpcode.RDMA_READ)));
    }

    private static void receiverNotReady(Exchange exchange) throws IOException {
        End requester = exchange.requester();
        End responder = exchange.responder();
        Counter refusals =
                requester instanceof OurEnd ? Counter.RCVD_RNR_ERR : Counter.SENT_RNR_ERR;
        long before = exchange.counters().get(refusals);
        int size = PACKETS * exchange.mtu() - 1;
        requester.fill(0, size, 77);
        requester.post(Request.send(1, 0, size), responder);
        exchange.awaitMore(refusals, before + REFUSALS);
        responder.postReceive(2, 0, size);
        exchange.expectDone(requester, List.of(Completion.sent(1, WcOpcode.SEND)));
        exchange.expectDone(responder, List.of(Completion.received(2, WcOpcode.RECV, size, 0)));
        exchange.expectSame(requester, 0, responder, 0, size);
    }

    private static void refused(Exchange exchange, WrOpcode opcode) throws IOException {
        End requester = exchange.requester();
        End responder = exchange.responder();
        int size = 3 * exchange.mtu();
        End filled = opcode == WrOpcode.RDMA_READ ? responder : requester;
        End empty = opcode == WrOpcode.RDMA_READ ? requester : responder;
        filled.fill(0, size, 78);
        requester.post(Request.rdma(opcode, 1, 0, size, 0).withWrongKey(), responder);
        requester.post(Request.rdma(opcode, 2, 0, size, 0), responder);
        exchange.expectDone(
                requester,
                List.of(
                        Completion.failed(1, WcStatus.REM_ACCESS_ERR),
                        Completion.failed(2, WcStatus.WR_FLUSH_ERR)));
        exchange.expectUntouched(empty, 0, exchange.mtu());
    }
}
