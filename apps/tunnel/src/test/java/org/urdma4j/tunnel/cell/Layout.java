package org.urdma4j.tunnel.cell;

import java.util.ArrayList;
import java.util.List;

/**
 * In which cells frames lie, by docs/wire-urdma.md alone: counted, not written.
 *
 * @param first index of the cell with a frame's length
 * @param last index of the cell with its last byte
 */
record Layout(int first, int last) {
    /** Returns where frames lie that wait all at once. */
    static List<Layout> of(List<byte[]> frames, int textLength) {
        int room = textLength - 6;
        List<Layout> all = new ArrayList<>();
        int cell = 0;
        int used = 0;
        for (byte[] frame : frames) {
            if (room - used <= 2) {
                cell++;
                used = 0;
            }
            int first = cell;
            int bytes = used + 2 + frame.length;
            cell += (bytes - 1) / room;
            used = bytes - (bytes - 1) / room * room;
            all.add(new Layout(first, cell));
        }
        return all;
    }

    boolean isIn(List<Integer> cells) {
        for (int cell = first; cell <= last; cell++) {
            if (!cells.contains(cell)) {
                return false;
            }
        }
        return true;
    }
}
