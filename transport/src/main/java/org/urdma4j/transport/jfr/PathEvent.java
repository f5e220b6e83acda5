package org.urdma4j.transport.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** What a queue pair knows of its path at one moment. */
@Name("org.urdma4j.Path")
@Label("Path")
@Description("What a queue pair that can send knows of its path")
@Category("urdma4j")
@Period("1 s")
@StackTrace(false)
final class PathEvent extends Event {
    @Label("Device")
    String device;

    @Label("Queue Pair")
    int queuePair;

    @Label("Peer")
    String peer;

    @Label("Profile")
    String profile;

    @Label("Congestion Control")
    String congestion;

    @Label("Round Trip")
    @Timespan(Timespan.NANOSECONDS)
    long rtt;

    @Label("Round Trip of the Empty Path")
    @Timespan(Timespan.NANOSECONDS)
    long minRtt;

    @Label("Delay in Queues")
    @Timespan(Timespan.NANOSECONDS)
    long queueDelay;

    @Label("In Flight")
    @DataAmount
    long inFlight;

    @Label("Window")
    @Description("What may be in flight; 2^63 - 1 without a limit")
    @DataAmount
    long window;

    @Label("Pacing Rate")
    @Description("Bits per second on the wire, 0 unpaced")
    long pacing;

    @Label("Delivery Rate")
    @Description("Bits per second on the wire")
    long delivery;

    @Label("Packets Sent")
    long sentPackets;

    @Label("Packets Received")
    long receivedPackets;

    @Label("Packets Sent Again")
    long retransmittedPackets;
}
