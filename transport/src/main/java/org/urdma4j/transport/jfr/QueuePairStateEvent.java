package org.urdma4j.transport.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A queue pair is in another state: connected at RTS, failed at ERR. */
@Name("org.urdma4j.QueuePairState")
@Label("Queue Pair State")
@Description("A queue pair is in another state")
@Category("urdma4j")
@StackTrace(false)
final class QueuePairStateEvent extends Event {
    @Label("Device")
    String device;

    @Label("Queue Pair")
    int queuePair;

    @Label("State Before")
    String before;

    @Label("State")
    String state;
}
