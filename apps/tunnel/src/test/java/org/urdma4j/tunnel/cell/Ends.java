package org.urdma4j.tunnel.cell;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Both ends of a tunnel without anything between. */
final class Ends {
    final FrameQueue queue;
    final CellWriter writer;
    final CellReader reader;
    final List<byte[]> came = new ArrayList<>();
    private final ByteBuffer frame = ByteBuffer.allocateDirect(CellText.LONGEST_FRAME);

    Ends(int queueBytes) {
        queue = new FrameQueue(queueBytes);
        writer = new CellWriter(queue);
        reader = new CellReader(frame, this::take);
    }

    private void take(int length) {
        byte[] bytes = new byte[length];
        frame.get(0, bytes);
        came.add(bytes);
    }

    static byte[] frame(RandomGenerator random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    boolean send(byte[] bytes) {
        return queue.add(ByteBuffer.wrap(bytes), 0, bytes.length);
    }

    /** Returns the next text, in memory that begins elsewhere. */
    byte[] cell(int length) {
        ByteBuffer b = ByteBuffer.allocate(length + 9);
        writer.write(b, 5, length);
        byte[] text = new byte[length];
        b.get(5, text);
        return text;
    }

    /** Returns texts until nothing waits. */
    List<byte[]> cells(int length) {
        List<byte[]> all = new ArrayList<>();
        while (writer.hasWaiting()) {
            all.add(cell(length));
        }
        return all;
    }

    void receive(byte[] text, long nowNs) {
        ByteBuffer b = ByteBuffer.allocate(text.length + 3);
        b.put(3, text);
        reader.onCell(b, 3, text.length, nowNs);
    }

    void receiveAll(List<byte[]> texts) {
        texts.forEach(text -> receive(text, 0));
    }
}
