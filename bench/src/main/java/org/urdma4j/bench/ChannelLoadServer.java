package org.urdma4j.bench;

import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.endpoint.ActiveEndpoint;
import org.urdma4j.endpoint.ActiveGroup;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.cm.ConnParam;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/** The other end of {@link ChannelLoad}: reads all that channels bring, and lends memory. */
final class ChannelLoadServer implements AutoCloseable {
    /** Channels are at this port, memory to be written to at the next. */
    static final int PORT = 7180;

    /** What the first byte of a stream asks for: the rest to be looked at where it is. */
    static final byte IN_PLACE = 1;

    private final RdmaServerChannel channels;
    private final ActiveGroup lenders;

    private ChannelLoadServer(RdmaServerChannel channels, ActiveGroup lenders) {
        this.channels = channels;
        this.lenders = lenders;
    }

    static ChannelLoadServer start(Context context, ChannelOptions options) throws IOException {
        RdmaServerChannel channels = RdmaServerChannel.listen(context, PORT, options);
        ActiveGroup lenders =
                ActiveGroup.listen(context, PORT + 1, () -> new Lender(options.receiveBytes()));
        ChannelLoadServer server = new ChannelLoadServer(channels, lenders);
        Thread.ofPlatform().daemon().name("accept").start(server::accept);
        return server;
    }

    /** Has memory that the peer may write to, and says so. */
    private static final class Lender extends ActiveEndpoint {
        private final long bytes;
        private MemoryRegion memory;

        Lender(long bytes) {
            this.bytes = bytes;
        }

        @Override
        protected void onOpen() {
            memory = allocate(bytes, AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE);
        }

        @Override
        protected ConnParam param(ConnParam ofGroup) {
            ByteBuffer words = ByteBuffer.allocate(Long.BYTES + Integer.BYTES);
            return ofGroup.privateData(words.putLong(memory.addr()).putInt(memory.rkey()).array());
        }
    }

    private void accept() {
        try {
            while (true) {
                RdmaChannel channel = channels.accept();
                Thread.ofPlatform().daemon().name("read").start(() -> drain(channel));
            }
        } catch (ClosedChannelException _) {
            // it is over
        } catch (IOException e) {
            System.err.println(e.getMessage());
        }
    }

    private static void drain(RdmaChannel channel) {
        try (channel) {
            ByteBuffer into = ByteBuffer.allocateDirect(1 << 20).limit(1);
            channel.read(into);
            if (into.get(0) == IN_PLACE) {
                for (ByteBuffer seen = channel.peek(); seen != null; seen = channel.peek()) {
                    channel.advance(seen.remaining());
                }
            } else {
                for (int n = 0; n >= 0; n = channel.read(into.clear())) {
                    // what it is doesn't matter
                }
            }
        } catch (IOException e) {
            System.err.println(e.getMessage());
        }
    }

    @Override
    public void close() {
        channels.close();
        lenders.close();
    }
}
