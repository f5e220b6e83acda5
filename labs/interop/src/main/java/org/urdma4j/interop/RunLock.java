package org.urdma4j.interop;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** One run at a time: the guest and the namespaces have fixed names. */
final class RunLock implements AutoCloseable {
    /** Where only root may write, and what a reboot empties. */
    private static final Path FILE = Path.of("/run/urdma-interop.lock");

    private final FileChannel channel;

    private RunLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes it; it is given back when this is closed, or the process ends.
     *
     * @throws IOException if another run has it
     */
    static RunLock take() throws IOException {
        return take(FILE);
    }

    static RunLock take(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException _) {
            // taken by this process; the same message
        }
        if (lock == null) {
            channel.close();
            throw new IOException(
                    "another `./urdma interop` runs on this machine; wait until it has ended");
        }
        return new RunLock(channel);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
