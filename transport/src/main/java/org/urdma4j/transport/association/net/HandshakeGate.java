package org.urdma4j.transport.association.net;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/** How many strangers may shake hands at a time. Any thread. */
final class HandshakeGate {
    private final int most;
    private final int mostOfAddress;
    private final Map<InetAddress, Integer> inside = new HashMap<>();
    private int all;

    HandshakeGate(int most, int mostOfAddress) {
        this.most = most;
        this.mostOfAddress = mostOfAddress;
    }

    /** Returns whether one more may; then {@link #leave} must follow. */
    synchronized boolean enter(InetAddress from) {
        int here = inside.getOrDefault(from, 0);
        if (all >= most || here >= mostOfAddress) {
            return false;
        }
        inside.put(from, here + 1);
        all++;
        return true;
    }

    synchronized void leave(InetAddress from) {
        all--;
        inside.compute(from, (_, here) -> here == null || here <= 1 ? null : here - 1);
    }
}
