package org.urdma4j.measure.run;

/** Told what happens in a run while it goes on; on the thread that runs it. */
public interface RunListener {
    /** The traffic begins. */
    default void onStart(RunHead head) {}

    /**
     * Samples up to {@code index} are there, on a client those of both sides.
     *
     * @param record what there is so far
     * @param index of the sample that ends the interval
     */
    default void onInterval(RunRecord record, int index) {}

    /** The run is over, as it was meant to be or because something broke. */
    default void onEnd(RunRecord record) {}
}
