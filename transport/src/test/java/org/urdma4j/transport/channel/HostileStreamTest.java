package org.urdma4j.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.endpoint.EndpointOptions;
import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.transport.channel.ChannelPair.Path;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.ConnParam;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Random;

/**
 * Peers that say whatever they like of a stream: some of it true, some of it what cannot be. They
 * are heard to the end or the channel ends, and the listener has others.
 */
@Timeout(300)
class HostileStreamTest {
    private static final int MAGIC = 0x75524302;
    private static final int RING = 1 << 16;
    private static final int CREDIT = 36;
    private static final int MOST_MESSAGES = 12;

    private ChannelPair pair;

    @BeforeEach
    void open() throws IOException {
        pair = new ChannelPair(Path.URDMA);
    }

    @AfterEach
    void close() {
        pair.close();
    }

    /** The ring that a stranger names is in nobody's memory. */
    private static EndpointOptions hello() {
        byte[] hello =
                ByteBuffer.allocate(22)
                        .putInt(MAGIC)
                        .putLong(4096)
                        .putInt(1)
                        .putInt(RING)
                        .putShort((short) 8)
                        .array();
        return EndpointOptions.builder().param(ConnParam.EMPTY.privateData(hello)).build();
    }

    @Test
    void shouldHearOrEndWithWhoeverSaysAnything() throws Exception {
        long seed = Nightly.ON ? System.nanoTime() : 11;
        Random random = new Random(seed);
        int heard = 0;
        int ended = 0;
        try (RdmaServerChannel server = RdmaServerChannel.listen(pair.other, 0)) {
            for (int i = 0; i < Nightly.times(40, 2_000); i++) {
                try (PassiveEndpoint stranger =
                                PassiveEndpoint.connect(
                                        pair.one, server.address(), hello(), _ -> {});
                        RdmaChannel accepted = server.accept()) {
                    speak(stranger, random);
                    if (hears(accepted)) {
                        heard++;
                    } else {
                        ended++;
                    }
                    accepted.abort(); // it would wait for a stranger that says no more
                }
            }
        }
        assertThat(heard).as("seed %d", seed).isPositive();
        assertThat(ended).as("seed %d", seed).isPositive();
    }

    /** Writes, or says that it has, and that nothing follows. */
    private static void speak(PassiveEndpoint stranger, Random random) throws Exception {
        ByteBuffer told = ByteBuffer.wrap(stranger.peer().privateData());
        MemoryRegion memory = stranger.allocate(RING);
        try {
            for (int i = random.nextInt(MOST_MESSAGES); i > 0; i--) {
                if (random.nextInt(3) > 0) {
                    int length = 1 + random.nextInt(100);
                    int notice = random.nextInt(8) == 0 ? random.nextInt() : length;
                    stranger.writeWithImm(
                            memory, 0, length, told.getLong(4), told.getInt(12), notice, i);
                } else {
                    credit(memory.segment(), random, false);
                    stranger.send(memory, random.nextInt(8) == 0 ? random.nextInt(64) : CREDIT, i);
                }
            }
            credit(memory.segment(), new Random(0), true);
            stranger.send(memory, CREDIT, 0);
        } catch (VerbsException _) {
            // the channel has ended meanwhile
        }
    }

    private static void credit(MemorySegment to, Random random, boolean end) {
        to.asSlice(0, CREDIT).fill((byte) 0);
        if (end) {
            to.set(ValueLayout.JAVA_BYTE, CREDIT - 1, (byte) 1);
        } else if (random.nextInt(2) == 0) {
            to.set(ValueLayout.JAVA_BYTE, random.nextInt(CREDIT), (byte) random.nextInt());
        }
    }

    /** Returns whether the stream came to an end of its own. */
    private static boolean hears(RdmaChannel channel) {
        try {
            var _ = channel.inputStream().readAllBytes();
            return true;
        } catch (IOException e) {
            assertThat(e).hasMessageNotContaining("\n");
            return false;
        }
    }
}
