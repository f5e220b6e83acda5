package org.urdma4j.copy.files;

import org.urdma4j.copy.digest.Checksums;
import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.pass.SessionException;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.wire.MessageStream;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A file that is being written. Nobody is waited for before {@link #commit}, which says what went
 * wrong; the channel holds the writer back when the server's disk is slower. For one thread.
 */
public final class RemoteWriter {
    private final RemoteFiles files;
    private final MessageStream stream;
    private final int id;
    private final TreePath path;

    RemoteWriter(RemoteFiles files, MessageStream stream, int id, TreePath path) {
        this.files = files;
        this.stream = stream;
        this.id = id;
        this.path = path;
    }

    /**
     * Adds to the file; {@code data} may be changed afterwards.
     *
     * @param data up to {@link Limits#CHUNK} bytes
     * @throws IOException if the connection has ended
     */
    public void write(ByteBuffer data) throws IOException {
        if (data.remaining() > Limits.CHUNK) {
            throw new IllegalArgumentException(data.remaining() + " bytes at once");
        }
        try {
            stream.send(new Message.Write(id, ByteString.of(Checksums.of(data)), data));
        } catch (IOException e) {
            IOException ended = files.failure();
            throw ended == null ? e : new IOException(ended.getMessage(), e);
        }
        data.position(data.limit());
    }

    /**
     * Waits until the file is whole and has its name.
     *
     * @throws SessionException what the server says to any of the writes, or to the name
     */
    public void commit() throws IOException {
        var _ = files.commit(id).await();
    }

    /** Lets go of the file; what was there under its name stays. */
    public void abandon() throws IOException {
        // the answer has a number that nobody waits for
        stream.sendNow(new Message.Abandon(id, Fault.OTHER, path + ": not written to its end"));
    }
}
