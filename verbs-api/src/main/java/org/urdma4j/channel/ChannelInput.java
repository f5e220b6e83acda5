package org.urdma4j.channel;

import java.io.IOException;
import java.io.InputStream;

/** What is read from a channel. */
final class ChannelInput extends InputStream {
    private final RdmaChannel channel;
    private final byte[] one = new byte[1];

    ChannelInput(RdmaChannel channel) {
        this.channel = channel;
    }

    @Override
    public int read() throws IOException {
        synchronized (one) {
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        channel.checkBlocking();
        return channel.read(to, offset, length);
    }

    @Override
    public int available() throws IOException {
        return channel.available();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
