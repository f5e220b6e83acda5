package org.urdma4j.copy.read;

import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.FileHandle;
import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.Root;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/** A file that is being read, by several threads perhaps; the last one closes it. */
final class OpenFile {
    final ReadRequest request;
    private final FileHandle file;
    private final AtomicInteger users = new AtomicInteger(1);
    private volatile boolean failed;

    private OpenFile(ReadRequest request, FileHandle file) {
        this.request = request;
        this.file = file;
    }

    /**
     * Opens it if it still is what it was: a range's file was, when the ranges before were read.
     */
    static OpenFile open(Root root, ReadRequest request) throws DiskException {
        OpenFile opened;
        try {
            opened = new OpenFile(request, root.openFile(request.path()));
        } catch (DiskException e) {
            boolean gone = e.kind() == Kind.NOT_FOUND || e.kind() == Kind.NOT_DIRECTORY;
            throw gone && request.isRange() ? new DiskException(Kind.CHANGED, request.path()) : e;
        }
        try {
            opened.check(opened.file.opened());
            return opened;
        } catch (DiskException e) {
            opened.done();
            throw e;
        }
    }

    void checkUnchanged() throws DiskException {
        check(file.stat());
    }

    private void check(FileStat stat) throws DiskException {
        if (!stat.identity().equals(request.stat().identity())) {
            throw changed();
        }
    }

    private DiskException changed() {
        return new DiskException(Kind.CHANGED, request.path());
    }

    /** Fills a buffer, which is flipped; what is missing has been cut off meanwhile. */
    void read(ByteBuffer into, long offset) throws DiskException {
        int wanted = into.remaining();
        if (wanted > 0 && file.read(into, offset) < wanted) {
            throw changed();
        }
        into.flip();
    }

    /** Refuses a file that says that it is empty and isn't: those of /proc say so. */
    void checkEmpty() throws DiskException {
        if (file.read(ByteBuffer.allocate(1), 0) > 0) {
            checkUnchanged();
            throw new DiskException(
                    Kind.IO,
                    request.path(),
                    "says that it has 0 bytes, and has more, as files of /proc do: it isn't copied");
        }
    }

    /** Returns where data begins at {@code offset} or after it. */
    long nextData(long offset) throws DiskException {
        return file.nextData(offset, request.stat().size());
    }

    /** Returns whether reading it has failed, so that nothing more of it is wanted. */
    boolean hasFailed() {
        return failed;
    }

    void fail() {
        failed = true;
    }

    void use() {
        users.incrementAndGet();
    }

    void done() {
        if (users.decrementAndGet() == 0) {
            file.close();
        }
    }
}
