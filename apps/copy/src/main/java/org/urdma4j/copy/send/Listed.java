package org.urdma4j.copy.send;

import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.message.MalformedMessageException;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.TreePath;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Something that is copied by its name, with the folders that it is in, and what else is in them
 * isn't.
 *
 * @param path from the start of the source
 * @param whole whether of a folder all that is in it is meant, and not the folder alone
 */
public record Listed(TreePath path, boolean whole) {
    /** About how many bytes one takes besides its path's. */
    private static final int OVERHEAD = 80;

    /** Returns about how much memory those in a message take, in bytes. */
    public static long memory(Message.Select m) {
        ByteBuffer data = m.data();
        long bytes = data.remaining();
        for (int i = data.position(); i < data.limit(); i++) {
            bytes += data.get(i) == 0 ? OVERHEAD : 0;
        }
        return bytes;
    }

    /**
     * Returns as many of some, from {@code from} on, as go into one message.
     *
     * @param data has room for {@link Limits#CHUNK} bytes, and is filled
     * @return how many it were
     */
    public static int write(List<Listed> all, int from, ByteBuffer data) {
        int at = from;
        data.clear();
        while (at < all.size() && data.remaining() >= all.get(at).path.length() + 2) {
            Listed one = all.get(at);
            data.put(one.path.bytes());
            if (one.whole) {
                data.put((byte) '/');
            }
            data.put((byte) 0);
            at++;
        }
        data.flip();
        return at - from;
    }

    /**
     * Reads what was written.
     *
     * @throws MalformedMessageException if a path is none, or the last has no end
     */
    public static void read(Message.Select m, List<Listed> into) throws MalformedMessageException {
        ByteBuffer data = m.data();
        while (data.hasRemaining()) {
            int start = data.position();
            int end = start;
            while (end < data.limit() && data.get(end) != 0) {
                end++;
            }
            if (end == data.limit()) {
                throw new MalformedMessageException("a name has no end");
            }
            boolean whole = end > start && data.get(end - 1) == '/';
            byte[] path = new byte[end - start - (whole ? 1 : 0)];
            data.get(path);
            data.position(end + 1);
            try {
                into.add(new Listed(TreePath.of(path), whole));
            } catch (DiskException e) {
                throw new MalformedMessageException(e.getMessage());
            }
        }
    }
}
