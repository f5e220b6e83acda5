package org.urdma4j.interop.play;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;

import java.io.IOException;
import java.util.List;

/** What one end refuses for now, for want of a receive. */
final class TroubleCases {
    private static final int PACKETS = 3;

    /** More than there are ordinary retries, of which none may be spent on this. */
    private static final int REFUSALS = 12;

    private static final int FEW = 2;

    private TroubleCases() {}

    static List<PlayedCase> all() {
        return List.of(
                PlayedCase.rc(
                        "rnr",
                        "RNR, at least 12 times, then the receive is posted",
                        _ -> PACKETS,
                        TroubleCases::receiverNotReady),
                PlayedCase.failing(
                                "rnr-gives-up",
                                "RNR once more than rnr_retry: RNR_RETRY_EXC_ERR",
                                TroubleCases::givesUp)
                        .with(Options.RC.withRnrRetry(FEW)));
    }

    private static void givesUp(Exchange exchange) throws IOException {
        End requester = exchange.requester();
        Counter refusals = refusals(requester);
        long before = exchange.counters().get(refusals);
        requester.post(Request.send(1, 0, 1), exchange.responder());
        requester.post(Request.send(2, 0, 1), exchange.responder());
        exchange.expectDone(
                requester,
                List.of(
                        Completion.failed(1, WcStatus.RNR_RETRY_EXC_ERR),
                        Completion.failed(2, WcStatus.WR_FLUSH_ERR)));
        long naks = exchange.counters().get(refusals) - before;
        if (requester instanceof OurEnd) {
            Expect.equal("RNR NAKs", naks, FEW + 1L);
        } else {
            // A slow guest's ordinary timer goes off, too, which spends none of these retries.
            Expect.that(naks > FEW, "RNR NAKs: %d, not more than %d".formatted(naks, FEW));
        }
    }

    private static Counter refusals(End requester) {
        return requester instanceof OurEnd ? Counter.RCVD_RNR_ERR : Counter.SENT_RNR_ERR;
    }

    private static void receiverNotReady(Exchange exchange) throws IOException {
        End requester = exchange.requester();
        End responder = exchange.responder();
        Counter refusals = refusals(requester);
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
}
