package org.urdma4j.transport.port.frame;

import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.pfc.FlowControl;

/** Makes what watches a port's receive buffer. */
@FunctionalInterface
public interface GuardFactory {
    /** See {@link ReceiveGuard}. */
    ReceiveGuard create(FlowControl flow, long bitsPerSecond, long mac, Counters counters);
}
