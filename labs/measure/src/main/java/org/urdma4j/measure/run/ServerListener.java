package org.urdma4j.measure.run;

/** Told what happens at a server; on the thread of the client that it is about. */
public interface ServerListener extends RunListener {
    /**
     * A client is served from now on, perhaps beside others: what happens with it is told to what
     * this returns, and last that it has left.
     *
     * @param port of the client's control connection
     */
    default ServerListener forClient(String peer, int port) {
        return this;
    }

    /** The client is served no more. */
    default void onLeft() {}

    /** Something was refused, or broke before its traffic began. */
    default void onRefused(String peer, String why) {}

    /** Returns what was printed of the last run, for a client that asks for it. */
    default String output() {
        return "";
    }
}
