package org.urdma4j.transport.port.pipeline;

/** Where a run came from, if that tells something of the run's packets and not only of the peer. */
public interface RunSource {
    /** Returns what stays true of packet {@code i} of the run when the next has come. */
    Object asOf(int i);
}
