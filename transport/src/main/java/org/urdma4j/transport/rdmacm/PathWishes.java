package org.urdma4j.transport.rdmacm;

import org.urdma4j.codec.ib.AckTimeout;
import org.urdma4j.transport.cm.CmPath;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpType;

/** What an application wants of the path of a connection: {@code rdma_set_option} and the like. */
final class PathWishes {
    private static final int MAX_SERVICE_LEVEL = 15;

    private final NetworkPort port;
    private int ackTimeout = CmPath.DEFAULT.ackTimeout();
    private Mtu mtu; // null until one is wanted
    private int serviceLevel;

    PathWishes(NetworkPort port) {
        this.port = port;
    }

    static void checkAckTimeout(int code) {
        Refused.unless(
                code >= 0 && code <= AckTimeout.MAX_CODE,
                "the code of a timeout is 0 to %d, not %d".formatted(AckTimeout.MAX_CODE, code));
    }

    void ackTimeout(int code) {
        ackTimeout = code;
    }

    void checkMtu(Mtu wanted) {
        int most = port.activeMtu().bytes();
        Refused.unless(
                wanted.bytes() <= most,
                "the port's link takes an MTU of %d at most".formatted(most));
    }

    void mtu(Mtu wanted) {
        mtu = wanted;
    }

    static void checkServiceLevel(int sl) {
        Refused.unless(
                sl >= 0 && sl <= MAX_SERVICE_LEVEL,
                "a service level is 0 to %d, not %d".formatted(MAX_SERVICE_LEVEL, sl));
    }

    void serviceLevel(int sl) {
        serviceLevel = sl;
    }

    int serviceLevel() {
        return serviceLevel;
    }

    CmPath path(QpType type, Peer peer, int retryCount) {
        Mtu carried = mtu != null ? mtu : port.mtuTowards(peer.device());
        return new CmPath(type, carried, ackTimeout, retryCount, serviceLevel);
    }
}
