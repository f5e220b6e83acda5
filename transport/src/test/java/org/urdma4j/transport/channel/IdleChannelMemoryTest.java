package org.urdma4j.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    private final List<RdmaChannel> channels = new ArrayList<>();

    private static void pass(RdmaChannel from, RdmaChannel to) throws IOException {
        ByteBuffer ten = ByteBuffer.allocate(10);
        from.write(ten);
        ten.clear();
        while (ten.hasRemaining()) {
            assertThat(to.read(ten)).isPositive();
        }
    }

    private void open(RdmaChannelGroup group, RdmaServerChannel server, int messages)
            throws IOException {
        for (int i = 0; i < CHANNELS; i++) {
            RdmaChannel one = group.connect(server.address());
            RdmaChannel other = server.accept();
            for (int n = 0; n < messages; n++) {
                pass(one, other);
                pass(other, one);
            }
            channels.add(one);
            channels.add(other);
        }
    }

    /** However many messages went before, of which each takes the next slot of a queue. */
    @ParameterizedTest
    @CsvSource({"1, 48000", "150, 84000"})
    void shouldTakeLittleOfTheHeap(int messages, long most) throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA);
                RdmaServerChannel server =
                        RdmaServerChannel.listen(pair.other, 0, ChannelPair.SMALL);
                RdmaChannelGroup group = RdmaChannelGroup.open(pair.one, ChannelPair.SMALL)) {
            open(group, server, messages);
            long before = LiveHeap.bytes();
            open(group, server, messages);
            long each = (LiveHeap.bytes() - before) / (2 * CHANNELS);
            assertThat(channels).allMatch(RdmaChannel::isOpen);
            assertThat(each).as("bytes for each").isBetween(most / 2, most);
        }
    }
}
