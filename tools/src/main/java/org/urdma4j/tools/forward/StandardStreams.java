package org.urdma4j.tools.forward;

import org.urdma4j.forward.relay.LocalEnd;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/**
 * Standard input and output as the end of a stream. Nothing ends a read of standard input from
 * outside, so a thread, a daemon, passes it on through a pipe, which can be closed.
 */
final class StandardStreams implements LocalEnd {
    private static final int BUFFER = 1 << 16;

    private final Pipe pipe;
    private final WritableByteChannel out;
    private final Closeable end;

    /**
     * @param end is closed at the end of what comes from the exit
     */
    StandardStreams(InputStream in, WritableByteChannel out, Closeable end) throws IOException {
        this.out = out;
        this.end = end;
        pipe = Pipe.open();
        Thread.ofPlatform().daemon().name("standard input").start(() -> pass(in));
    }

    private void pass(InputStream in) {
        ReadableByteChannel from = Channels.newChannel(in);
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        try (Pipe.SinkChannel to = pipe.sink()) {
            while (from.read(buffer.clear()) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
            }
        } catch (IOException _) {
            // the stream has ended; what can't be read ends it, too
        }
    }

    @Override
    public int read(ByteBuffer dst) throws IOException {
        return pipe.source().read(dst);
    }

    @Override
    public int write(ByteBuffer src) throws IOException {
        return out.write(src);
    }

    @Override
    public void shutdownOutput() throws IOException {
        end.close();
    }

    @Override
    public void close() throws IOException {
        pipe.source().close();
    }

    @Override
    public void reset() {
        try {
            pipe.source().close();
            pipe.sink().close();
        } catch (IOException _) {
            // it is closed all the same
        }
    }
}
