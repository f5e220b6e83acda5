package org.urdma4j.copy.read;

import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.FileHandle;
import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.Root;

import java.nio.ByteBuffer;

/** A file that is being read for a request, by several threads perhaps; the last one closes it. */
final class OpenFile {
    final ReadRequest request;
    private final FileHandle file;
    private volatile boolean failed;

    private OpenFile(ReadRequest request, FileHandle file) {
        this.request = request;
        this.file = file;
    }

    /** Opens it, unless the request has it open, if it still is what it was. */
    static OpenFile open(Root root, ReadRequest request) throws DiskException {
        FileHandle shared = request.file();
        if (shared != null && !shared.share()) { // its owner has given it up
            throw new DiskException(Kind.CHANGED, request.path());
        }
        FileHandle file = shared == null ? root.openFile(request.path()) : shared;
        OpenFile opened = new OpenFile(request, file);
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

    /** Adds a user; who does so is one, or gives way to it. */
    void use() {
        var _ = file.share();
    }

    void done() {
        file.close();
    }
}
