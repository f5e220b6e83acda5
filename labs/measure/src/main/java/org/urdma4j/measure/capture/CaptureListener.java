package org.urdma4j.measure.capture;

/** Takes what a scan finds, in the order of the file. */
public interface CaptureListener {
    /** Takes a transport packet, damaged ones included; it is used again for the next. */
    void onPacket(CapturedPacket packet);

    void onPause(PauseFrame frame);

    /** Takes a frame that ends before it shows which flow it is of. */
    default void onCut(CutFrame frame) {}

    /** Takes a connection, when its second message is found. */
    default void onConnection(Connection connection) {}

    /** Tells whether to go on; asked before each record. */
    default boolean wantsMore() {
        return true;
    }
}
