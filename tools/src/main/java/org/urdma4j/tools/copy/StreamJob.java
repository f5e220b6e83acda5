package org.urdma4j.tools.copy;

import org.urdma4j.copy.client.Tally;
import org.urdma4j.copy.files.Pending;
import org.urdma4j.copy.files.RemoteFiles;
import org.urdma4j.copy.files.RemoteWriter;
import org.urdma4j.copy.message.Facts;
import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.tools.terminal.StandardOutput;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * A file of a host as a stream of bytes, whose length nobody knows before.
 *
 * @param remote the file
 * @param isPush whether standard input becomes the file; otherwise the file is printed
 */
record StreamJob(Location remote, boolean isPush) implements CopyJob {
    /** Requests under way, of a chunk each: 10 Gbit/s over 6 ms, 1 Gbit/s over 60 ms. */
    private static final int WINDOW = 8;

    /** Ctrl-C ends who writes into the pipe, too, and perhaps before this end hears of it. */
    private static final long END_MS = 200;

    /** Of kernels before 4.7, which don't say it. */
    private static final int USUAL_UMASK = 022;

    private static final int READ_WRITE = 0666;
    private static final int PERMISSIONS = 0777;

    /** A read that was asked for. */
    private record Part(ByteBuffer buffer, Pending<Integer> answer) {}

    @Override
    public List<Location> remotes() {
        return List.of(remote);
    }

    @Override
    public CopyJob with(List<Location> remotes) {
        return new StreamJob(remotes.getFirst(), isPush);
    }

    /** Copies between the file and standard input or output. */
    void run(RemoteFiles files, boolean force, Tally tally)
            throws IOException, InterruptedException {
        if (isPush) {
            // a thread that is interrupted ends its read
            try (FileInputStream in = new FileInputStream(FileDescriptor.in)) {
                push(files, in.getChannel(), force, umask(), tally);
            }
        } else {
            pull(files, StandardOutput.ofProcess().channel(), tally);
        }
    }

    /** Returns this process's; none is changed for that, as umask(2) would. */
    private static int umask() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("Umask:"))
                .mapToInt(line -> Integer.parseInt(line.substring("Umask:".length()).strip(), 8))
                .findFirst()
                .orElse(USUAL_UMASK);
    }

    /**
     * Writes a file from the beginning of a stream to its end. It gets its name when it is whole.
     *
     * @param umask of files that are made
     */
    void push(RemoteFiles files, ReadableByteChannel in, boolean force, int umask, Tally tally)
            throws IOException, InterruptedException {
        if (files.isReadOnly()) {
            throw new IOException("%s is served read-only".formatted(remote.host()));
        }
        TreePath path = remote.served();
        Optional<Facts> there = files.stat(path);
        if (there.isPresent()) {
            check(there.get().type(), force);
        }
        int permissions =
                there.filter(found -> found.type() == FileType.FILE)
                        .map(found -> found.attributes().permissions() & PERMISSIONS)
                        .orElse(READ_WRITE & ~umask);
        RemoteWriter writer = files.create(path, permissions, true);
        boolean whole = false;
        try {
            ByteBuffer buffer = ByteBuffer.allocateDirect(Limits.CHUNK);
            while (in.read(buffer.clear()) >= 0) {
                int bytes = buffer.flip().remaining();
                writer.write(buffer);
                tally.onMoved(bytes);
            }
            Thread.sleep(END_MS);
            writer.commit();
            whole = true;
            tally.onDone(path);
        } finally {
            if (!whole) {
                abandon(writer);
            }
        }
    }

    private void check(FileType type, boolean force) throws DiskException {
        if (type == FileType.DIRECTORY) {
            throw new DiskException(
                    Kind.IS_DIRECTORY, remote.shown(), "is a folder; name a file in it");
        }
        if (type != FileType.FILE && !force) {
            throw new DiskException(
                    Kind.EXISTS,
                    remote.shown(),
                    "%s; --force replaces it by a file".formatted(Named.words(type)));
        }
    }

    private static void abandon(RemoteWriter writer) {
        try {
            writer.abandon();
        } catch (IOException _) {
            // it goes with the connection
        }
    }

    /** Writes all of a file to a stream. */
    void pull(RemoteFiles files, WritableByteChannel out, Tally tally) throws IOException {
        TreePath path = remote.served();
        Facts facts =
                files.stat(path)
                        .orElseThrow(() -> new DiskException(Kind.NOT_FOUND, remote.shown()));
        if (facts.type() != FileType.FILE) {
            throw new DiskException(
                    Kind.IS_DIRECTORY,
                    remote.shown(),
                    "%s, and only a file can be printed".formatted(Named.words(facts.type())));
        }
        Deque<Part> parts = new ArrayDeque<>();
        long offset = 0;
        // the last request is for what should be beyond the end
        while (parts.size() < WINDOW && offset <= facts.size()) {
            parts.add(ask(files, path, offset, ByteBuffer.allocateDirect(Limits.CHUNK)));
            offset += Limits.CHUNK;
        }
        boolean ended = false;
        while (!parts.isEmpty()) {
            Part part = parts.remove();
            int bytes = part.answer.await();
            if (ended) {
                continue;
            }
            ended = bytes < Limits.CHUNK;
            ByteBuffer data = part.buffer.clear().limit(bytes);
            while (data.hasRemaining()) {
                out.write(data);
            }
            tally.onMoved(bytes);
            if (!ended) {
                parts.add(ask(files, path, offset, part.buffer));
                offset += Limits.CHUNK;
            }
        }
        if (!files.stat(path).equals(Optional.of(facts))) {
            throw new DiskException(
                    Kind.CHANGED,
                    remote.shown(),
                    "changed while it was read; what was printed may be of both");
        }
        tally.onDone(path);
    }

    private static Part ask(RemoteFiles files, TreePath path, long offset, ByteBuffer buffer)
            throws IOException {
        return new Part(buffer, files.read(path, offset, buffer.clear()));
    }
}
