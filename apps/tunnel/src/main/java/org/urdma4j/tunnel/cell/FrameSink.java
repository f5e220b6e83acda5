package org.urdma4j.tunnel.cell;

/** Takes frames out of cells. */
@FunctionalInterface
public interface FrameSink {
    /**
     * A frame is whole, in the memory that the reader was given, from its beginning.
     *
     * @param length 1 to {@link CellText#LONGEST_FRAME}
     */
    void onFrame(int length);
}
