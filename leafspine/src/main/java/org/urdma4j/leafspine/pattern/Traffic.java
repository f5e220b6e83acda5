package org.urdma4j.leafspine.pattern;

/** What a job sends, and when it is over. */
public interface Traffic {
    /** Posts what it begins with. */
    void start(Mesh mesh);

    /** A message has arrived. */
    void onReceived(Mesh mesh, int from, int to);

    /** Returns whether all has arrived. */
    boolean isOver();

    /** Returns the payload that is to arrive in all. */
    long bytes();

    /**
     * Returns the least time that it may take, in picoseconds: the payload of the busiest NIC at
     * the rate that headers leave of the cable, and the way of the last packet.
     *
     * @param payloadPs what a byte of payload takes, its share of headers included
     * @param oneWayPs what a full packet takes from NIC to NIC beyond its first cable
     */
    double idealPs(double payloadPs, double oneWayPs);
}
