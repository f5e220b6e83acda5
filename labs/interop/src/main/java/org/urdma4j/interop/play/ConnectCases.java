package org.urdma4j.interop.play;

import org.urdma4j.verbs.WcOpcode;

import java.io.IOException;
import java.util.List;

/** Queue pairs that come and go. */
final class ConnectCases {
    private static final int CONNECTIONS = 1000;
    private static final int PSN_STEP = 0x31415;
    private static final int PSN_MASK = 0xffffff;

    private ConnectCases() {}

    static List<PlayedCase> all() {
        return List.of(
                PlayedCase.failing(
                                "connects",
                                "1,000 queue pairs in each role, connected, used and destroyed",
                                ConnectCases::connect)
                        .with(Scope.ONCE));
    }

    private static void connect(Exchange exchange) throws IOException {
        End requester = exchange.requester();
        End responder = exchange.responder();
        requester.fill(0, exchange.mtu(), 82);
        for (int i = 1; i <= CONNECTIONS; i++) {
            int psn = PSN_STEP * i & PSN_MASK;
            int otherPsn = ~psn & PSN_MASK;
            requester.renew();
            responder.renew();
            requester.connect(responder, exchange.mtu(), psn, otherPsn);
            responder.connect(requester, exchange.mtu(), otherPsn, psn);
            responder.postReceive(i, 0, exchange.mtu());
            requester.post(Request.send(i, i, i), responder);
            exchange.expectDone(requester, List.of(Completion.sent(i, WcOpcode.SEND)));
            exchange.expectDone(responder, List.of(Completion.received(i, WcOpcode.RECV, i, 0)));
        }
        exchange.expectSame(requester, CONNECTIONS, responder, 0, CONNECTIONS);
        exchange.notes().add(CONNECTIONS + " connections");
    }
}
