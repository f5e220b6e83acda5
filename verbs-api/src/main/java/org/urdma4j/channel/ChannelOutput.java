package org.urdma4j.channel;

import java.io.IOException;
import java.io.OutputStream;

/** What is written to a channel. It is on its way at once, so there is nothing to flush. */
final class ChannelOutput extends OutputStream {
    private final RdmaChannel channel;
    private final byte[] one = new byte[1];

    ChannelOutput(RdmaChannel channel) {
        this.channel = channel;
    }

    @Override
    public void write(int value) throws IOException {
        synchronized (one) {
            one[0] = (byte) value;
            write(one, 0, 1);
        }
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        channel.checkBlocking();
        channel.write(from, offset, length);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
