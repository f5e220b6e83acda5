package org.urdma4j.measure.run;

/** Told what happens at a server; on the thread of the client that it is about. */
public interface ServerListener extends RunListener {
    /** Something was refused, or broke before its traffic began. */
    default void onRefused(String peer, String why) {}

    /** Returns what was printed of the last run, for a client that asks for it. */
    default String output() {
        return "";
    }
}
