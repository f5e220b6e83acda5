package org.urdma4j.copy.tree;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import org.urdma4j.copy.tree.DiskException.Kind;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The names of a directory, a block of them at a time, in the order of the file system; without
 * {@code .} and {@code ..}. For one thread. It doesn't close the directory.
 */
public final class Listing {
    // struct linux_dirent64: ino 8, off 8, reclen 2, type 1, name
    private static final int RECLEN = 16;
    private static final int NAME = 19;
    private static final int BLOCK = 1 << 15;
    private static final ThreadLocal<MemorySegment> SPARE = new ThreadLocal<>();

    private final DirectoryHandle directory;
    private MemorySegment block;
    private int at;
    private int end;

    Listing(DirectoryHandle directory) {
        this.directory = directory;
        block = SPARE.get();
        SPARE.remove();
        if (block == null) {
            block = Arena.ofAuto().allocate(BLOCK, Long.BYTES);
        }
    }

    /**
     * Returns the next name, 1 to 255 bytes, or null at the end.
     *
     * @throws DiskException NOT_FOUND if the directory has been removed, IO
     */
    public byte[] next() throws DiskException {
        while (block != null) {
            if (at == end && !fill()) {
                SPARE.set(block);
                block = null;
                return null;
            }
            int record = at;
            at += block.get(JAVA_SHORT_UNALIGNED, record + RECLEN) & 0xFFFF;
            byte[] name = name(record + NAME);
            if (!isDots(name)) {
                return name;
            }
        }
        return null;
    }

    private boolean fill() throws DiskException {
        CallErrors.check("getdents64", directory.path());
        at = 0;
        end = (int) directory.check(FileCalls.here().getdents64(directory.fd, block));
        return end > 0;
    }

    private byte[] name(int start) throws DiskException {
        int stop = start;
        while (stop < at && block.get(JAVA_BYTE, stop) != 0) {
            stop++;
        }
        if (stop == start || stop == at) {
            throw new DiskException(Kind.IO, directory.path(), "the file system lists nonsense");
        }
        return block.asSlice(start, stop - start).toArray(JAVA_BYTE);
    }

    private static boolean isDots(byte[] name) {
        return name[0] == '.' && (name.length == 1 || (name.length == 2 && name[1] == '.'));
    }
}
