package org.urdma4j.interop.play;

import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Unreliable messages over a path with trouble: some are missing, none is damaged. */
final class UcLossCases {
    private static final int MESSAGES = 60;
    private static final int PACKETS = 3;
    private static final int SLOT = 16 << 10;
    private static final long BASE = Options.SMALL / 2;

    private UcLossCases() {}

    static List<PlayedCase> all() {
        return List.of(
                new PlayedCase(
                        "uc-stream",
                        "UC: 60 SENDs of 3 packets; what arrives is whole and in order",
                        Options.of(QpType.UC),
                        Scope.PAIRS,
                        _ -> 0,
                        UcLossCases::run));
    }

    private static void run(Exchange exchange) throws IOException {
        End requester = exchange.requester();
        End responder = exchange.responder();
        int size = PACKETS * exchange.mtu() - 1;
        requester.fill(0, (long) MESSAGES * SLOT, 83);
        List<Completion> sent = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            responder.postReceive(i, BASE + (long) i * SLOT, SLOT);
            sent.add(Completion.sent(i, WcOpcode.SEND));
        }
        for (int i = 0; i < MESSAGES; i++) {
            Request message = Request.send(i, (long) i * SLOT, size);
            requester.post(message.withImm(WrOpcode.SEND_WITH_IMM, i), responder);
        }
        exchange.expectDone(requester, sent);
        List<Completion> received = responder.drain(MESSAGES);
        int last = -1;
        for (int i = 0; i < received.size(); i++) {
            Completion one = received.get(i);
            Expect.equal("status", one.status(), WcStatus.SUCCESS);
            Expect.that(one.imm() > last, "message %d came after %d".formatted(one.imm(), last));
            last = one.imm();
            Expect.equal("receive", one, Completion.received(i, WcOpcode.RECV, size, last));
            exchange.expectSame(
                    requester, (long) last * SLOT, responder, BASE + (long) i * SLOT, size);
        }
        exchange.notes().add("%d of %d arrived".formatted(received.size(), MESSAGES));
        Expect.that(received.size() > MESSAGES / 2, "more should arrive");
    }
}
