package org.urdma4j.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaChannelGroup;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.transport.channel.ChannelPair.Path;
import org.urdma4j.transport.urdma.LiveHeap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** What a channel takes of the heap while nothing happens on it. */
@Timeout(120)
class IdleChannelMemoryTest {
    private static final int CHANNELS = 50;
    private static final long MOST = 48_000;

    private final List<RdmaChannel> channels = new ArrayList<>();

    private static void pass(RdmaChannel from, RdmaChannel to) throws IOException {
        ByteBuffer ten = ByteBuffer.allocate(10);
        from.write(ten);
        ten.clear();
        while (ten.hasRemaining()) {
            assertThat(to.read(ten)).isPositive();
        }
    }

    private void open(RdmaChannelGroup group, RdmaServerChannel server) throws IOException {
        for (int i = 0; i < CHANNELS; i++) {
            RdmaChannel one = group.connect(server.address());
            RdmaChannel other = server.accept();
            pass(one, other);
            pass(other, one);
            channels.add(one);
            channels.add(other);
        }
    }

    /** Of those before some may have given back what they took, as those that rest do. */
    @Test
    void shouldTakeLittleOfTheHeap() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA);
                RdmaServerChannel server =
                        RdmaServerChannel.listen(pair.other, 0, ChannelPair.SMALL);
                RdmaChannelGroup group = RdmaChannelGroup.open(pair.one, ChannelPair.SMALL)) {
            open(group, server);
            long before = LiveHeap.bytes();
            open(group, server);
            long each = (LiveHeap.bytes() - before) / (2 * CHANNELS);
            assertThat(channels).allMatch(RdmaChannel::isOpen);
            assertThat(each).as("bytes for each").isBetween(1L, MOST);
        }
    }
}
