package org.urdma4j.lab.host;

import org.urdma4j.lab.latency.LatencyPlan;
import org.urdma4j.lab.latency.LatencyTurn;

import java.util.List;

/**
 * The two ends of a UDP echo. The server, at {@link Commands#RECEIVER}, prints a line when it
 * listens; the client prints what {@link org.urdma4j.lab.latency.RoundTrips#parse} reads, and ends.
 */
public interface EchoPrograms {
    /** Returns the command line of what answers. */
    List<String> server(LatencyPlan plan, LatencyTurn turn);

    /** Returns the command line of what asks. */
    List<String> client(LatencyPlan plan, LatencyTurn turn);
}
