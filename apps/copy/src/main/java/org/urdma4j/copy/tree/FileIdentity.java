package org.urdma4j.copy.tree;

import java.nio.ByteBuffer;

/**
 * By what a file is known to be the one that was looked at before: a write changes the times of
 * modification and change, {@code chmod} and {@code touch} the latter, a file put in place of
 * another has another inode. The device is left out, since its number may be another after a
 * reboot.
 *
 * @param size in bytes
 * @param mtimeSeconds when its content was modified
 * @param mtimeNanos nanoseconds of that second
 * @param ctimeSeconds when anything of it was changed
 * @param ctimeNanos nanoseconds of that second
 * @param inode its number in its file system
 */
public record FileIdentity(
        long size,
        long mtimeSeconds,
        int mtimeNanos,
        long ctimeSeconds,
        int ctimeNanos,
        long inode) {
    /** How long {@link #bytes} is. */
    public static final int BYTES = 40;

    /** Returns it for a message or a journal, big-endian, in the order of the components. */
    public byte[] bytes() {
        return ByteBuffer.allocate(BYTES)
                .putLong(size)
                .putLong(mtimeSeconds)
                .putInt(mtimeNanos)
                .putLong(ctimeSeconds)
                .putInt(ctimeNanos)
                .putLong(inode)
                .array();
    }

    /** Returns what {@link #bytes} wrote, and moves on by as much; any bytes are an identity. */
    public static FileIdentity read(ByteBuffer from) {
        return new FileIdentity(
                from.getLong(),
                from.getLong(),
                from.getInt(),
                from.getLong(),
                from.getInt(),
                from.getLong());
    }
}
