package org.urdma4j.transport.jfr;

import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.verbs.QpState;

/**
 * Where events come from; does nothing in a runtime without Flight Recorder, whose classes are
 * touched behind this one alone.
 */
public final class Flight {
    private static final boolean AVAILABLE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private Flight() {}

    /** Has the paths of a device sampled until its port is closed. Any thread. */
    public static void watch(String device, NetworkPort port) {
        if (AVAILABLE) {
            PathSampler.watch(device, port);
        }
    }

    /** A queue pair is in another state; on its event loop. */
    public static void state(String device, int qpn, QpState before, QpState state) {
        if (AVAILABLE) {
            commit(device, qpn, before, state);
        }
    }

    private static void commit(String device, int qpn, QpState before, QpState state) {
        QueuePairStateEvent event = new QueuePairStateEvent();
        if (event.shouldCommit()) {
            event.device = device;
            event.queuePair = qpn;
            event.before = before.name();
            event.state = state.name();
            event.commit();
        }
    }
}
