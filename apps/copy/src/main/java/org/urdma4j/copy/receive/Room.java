package org.urdma4j.copy.receive;

import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.pass.SessionException;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.Root;

/**
 * Whether what is wanted has room, before it is sent: what was promised to all connections that
 * write below a root, and hasn't been written, fits what is free. Any thread may use it.
 */
public final class Room {
    private static final long MIB = 1L << 20;

    /** Says how much is free, in bytes. */
    @FunctionalInterface
    interface Disk {
        long freeBytes() throws DiskException;
    }

    private final Disk disk;
    private long promised;
    private long left;

    /**
     * @param root where all is written
     */
    public Room(Root root) {
        this(() -> root.directory().freeBytes());
    }

    Room(Disk disk) {
        this.disk = disk;
    }

    /**
     * Promises room.
     *
     * @throws SessionException with NO_SPACE if there is none; nothing is promised then
     */
    synchronized void claim(long bytes) throws SessionException {
        if (bytes > left) {
            left = free() - promised;
        }
        if (bytes > left) {
            throw none(promised + bytes, left + promised);
        }
        promised += bytes;
        left -= bytes;
    }

    /**
     * Looks whether what was promised still has room, since the disk has set some aside for
     * another.
     *
     * @throws SessionException with NO_SPACE if not
     */
    synchronized void check() throws SessionException {
        left = free() - promised;
        if (left < 0) {
            throw none(promised, left + promised);
        }
    }

    private long free() {
        try {
            return disk.freeBytes();
        } catch (DiskException _) {
            return Long.MAX_VALUE / 2; // it will say so itself when it is full
        }
    }

    private static SessionException none(long needed, long free) {
        return new SessionException(
                Fault.NO_SPACE,
                "no space: at least %d MiB are needed at the target, %d MiB are free"
                        .formatted((needed + MIB - 1) / MIB, free / MIB));
    }

    /** Takes a promise back: the bytes are about to be written, or don't come. */
    synchronized void release(long bytes) {
        promised -= bytes;
    }
}
