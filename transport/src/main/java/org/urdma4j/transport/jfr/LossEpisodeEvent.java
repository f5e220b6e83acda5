package org.urdma4j.transport.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Packets were sent again between one sample of paths and the next, and up to the end. */
@Name("org.urdma4j.LossEpisode")
@Label("Loss Episode")
@Description("Packets are sent again from one sample of the path to the next")
@Category("urdma4j")
@StackTrace(false)
final class LossEpisodeEvent extends Event {
    @Label("Device")
    String device;

    @Label("Queue Pair")
    int queuePair;

    @Label("Peer")
    String peer;

    @Label("Packets Sent Again")
    long retransmittedPackets;

    @Label("Packets Sent")
    long sentPackets;
}
