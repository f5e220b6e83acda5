package org.urdma4j.hadoop;

import org.urdma4j.copy.files.Pending;
import org.urdma4j.copy.files.RemoteFiles;
import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.tree.TreePath;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Parts of a file that were asked for and not read yet, in order. It begins with one small part and
 * doubles both their size and how much is asked for ahead while what comes is read in order: who
 * jumps about gets little that he doesn't want, who reads on waits for no round trip. For one
 * thread.
 */
final class ReadWindow {
    private static final int FIRST = 64 << 10;

    private record Part(long offset, int length, ByteBuffer into, Pending<Integer> answer) {
        long end() {
            return offset + length;
        }
    }

    private final TreePath path;
    private final long size;
    private final int most;
    private final Deque<Part> parts = new ArrayDeque<>();
    private long asked;
    private int step = FIRST;
    private int ahead = FIRST;

    /**
     * @param size of the file; nothing is asked for beyond
     * @param most bytes ahead
     */
    ReadWindow(TreePath path, long size, int most) {
        this.path = path;
        this.size = size;
        this.most = most;
    }

    /** Forgets what was asked for, for instance since it doesn't come any more. */
    void clear() {
        parts.clear();
        step = FIRST;
        ahead = FIRST;
    }

    /**
     * Returns what is at a position: the rest of a part, at least one byte; null if the file ends
     * before.
     */
    ByteBuffer at(long position, RemoteFiles files) throws IOException {
        while (!parts.isEmpty() && parts.element().end() <= position) {
            parts.remove();
            step = Math.min(2 * step, Limits.CHUNK);
            ahead = (int) Math.min(2L * ahead, most);
        }
        if (parts.isEmpty() || position < parts.element().offset()) {
            if (asked != position) {
                clear();
            }
            parts.clear();
            asked = position;
        }
        ask(position, files);
        if (parts.isEmpty()) {
            return null;
        }
        Part first = parts.element();
        int got = first.answer().await();
        int skip = (int) (position - first.offset());
        return got > skip ? first.into().duplicate().position(skip).limit(got) : null;
    }

    private void ask(long position, RemoteFiles files) throws IOException {
        while (asked < size && (parts.isEmpty() || asked - position < ahead)) {
            int length = (int) Math.min(step, size - asked);
            ByteBuffer into = ByteBuffer.allocate(length);
            parts.add(new Part(asked, length, into, files.read(path, asked, into)));
            asked += length;
        }
    }
}
