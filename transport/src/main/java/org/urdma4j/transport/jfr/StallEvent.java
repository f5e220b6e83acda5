package org.urdma4j.transport.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A queue pair had work and nothing of it was acknowledged, from one sample of paths to others. */
@Name("org.urdma4j.Stall")
@Label("Stall")
@Description("Requests wait, and nothing was acknowledged for at least two samples of the path")
@Category("urdma4j")
@StackTrace(false)
final class StallEvent extends Event {
    @Label("Device")
    String device;

    @Label("Queue Pair")
    int queuePair;

    @Label("Peer")
    String peer;

    @Label("Reason")
    @Description("What it waited for when it began: silence, receives, window, pacing, other")
    String reason;
}
