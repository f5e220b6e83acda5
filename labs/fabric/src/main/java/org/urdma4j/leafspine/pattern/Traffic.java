package org.urdma4j.leafspine.pattern;

/** What a job sends, and when it is over. */
public interface Traffic {
    /** Posts what it begins with. */
    void start(Mesh mesh);

    /** A message has arrived. */
    void onReceived(Mesh mesh, int from, int to);

    boolean isOver();

    long bytes();

    /** Returns the least time that it may take, in picoseconds: what its busiest NIC needs. */
    double idealPs(Path path);

    /** What an empty path takes. */
    interface Path {
        /** Returns how long a message occupies the cable of a NIC, headers included. */
        double messagePs(long bytes);

        /** Returns how long its last packet takes beyond that cable. */
        double wayPs(long bytes);

        /** Returns the same for NICs of one leaf. */
        double localWayPs(long bytes);
    }
}
