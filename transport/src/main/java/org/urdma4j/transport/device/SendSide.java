package org.urdma4j.transport.device;

import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.MemoryWindow;
import org.urdma4j.verbs.MwBind;
import org.urdma4j.verbs.MwType;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

/** What an application posts to the send queue of a queue pair: checked, and put into it. */
final class SendSide {
    private final SoftProtectionDomain domain;
    private final QpInitAttr init;
    private final SendQueue queue;

    SendSide(SoftProtectionDomain domain, QpInitAttr init) {
        this.domain = domain;
        this.init = init;
        QpCap cap = init.cap();
        queue = new SendQueue(cap.maxSendWr(), cap.maxSendSge(), cap.maxInlineData());
    }

    SendQueue queue() {
        return queue;
    }

    /** Takes a request that is posted in a state; the doorbell is the caller's to ring. */
    PostStatus take(SendWr wr, QpState state, int qpn) {
        if (!takesRequests(state)) {
            return PostStatus.INVALID_STATE;
        }
        boolean datagram = init.qpType() == QpType.UD;
        Route route = datagram ? routeOf(wr, qpn) : null;
        if (!QpChecks.acceptable(init, wr)
                || !bindable(wr, MwType.TYPE_2)
                || (datagram && route == null)) {
            return PostStatus.INVALID_REQUEST;
        }
        return enqueue(wr, route);
    }

    /** Takes a request to bind a memory window of type 1, under its next key. */
    PostStatus bind(MemoryWindow mw, MwBind bind, QpState state) {
        SendWr wr = new SendWr().opcode(WrOpcode.BIND_MW).wrId(bind.wrId());
        wr.sendFlags(bind.sendFlags()).bindMw(mw, 0, bind.bindInfo());
        if (!takesRequests(state)) {
            return PostStatus.INVALID_STATE;
        }
        if (!QpChecks.acceptable(init, wr) || !bindable(wr, MwType.TYPE_1)) {
            return PostStatus.INVALID_REQUEST;
        }
        SoftMemoryWindow window = (SoftMemoryWindow) mw;
        window.checkOpen();
        int before = window.rkey();
        PostStatus posted = enqueue(wr.bindMw(mw, window.nextKey(), bind.bindInfo()), null);
        if (posted != PostStatus.OK) {
            window.withdraw(before);
        }
        return posted;
    }

    private PostStatus enqueue(SendWr wr, Route route) {
        return queue.post(wr, route) ? PostStatus.OK : PostStatus.QUEUE_FULL;
    }

    private static boolean takesRequests(QpState state) {
        return state != QpState.RESET && state != QpState.INIT && state != QpState.RTR;
    }

    /** Returns whether the request binds nothing, or a window of ours that is of this type. */
    private boolean bindable(SendWr wr, MwType type) {
        return wr.opcode() != WrOpcode.BIND_MW
                || (wr.mw() instanceof SoftMemoryWindow window
                        && window.type() == type
                        && window.protectionDomain().context() == domain.context());
    }

    /** Returns where a datagram goes; null if that isn't an address handle of our domain. */
    private Route routeOf(SendWr wr, int qpn) {
        return wr.ah() instanceof SoftAddressHandle ah ? ah.routeFor(domain, qpn) : null;
    }
}
