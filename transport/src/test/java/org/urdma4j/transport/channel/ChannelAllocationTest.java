package org.urdma4j.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.transport.channel.ChannelPair.Path;
import org.urdma4j.verbs.MemoryRegion;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.concurrent.FutureTask;

/** Neither reading nor writing allocates, nor waiting for it. */
@Timeout(120)
class ChannelAllocationTest {
    private static final int WARM_UP = 20_000;

    /** Until each slot of the work queues, made for its first request, has had one. */
    private static final int WARM_UP_BYTES = 16 << 20;

    private static final int MOST_WARM_UP = 160_000;
    private static final int TIMES = 20_000;

    /** Of what the JVM does once in a while in any thread. */
    private static final double NOTHING_TO_SPEAK_OF = 1.0;

    private interface Call {
        void run() throws IOException;
    }

    /** Returns the bytes that each call, which moves {@code length} bytes, allocates. */
    private static double bytesEach(Call call, int length) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int warmUp = Math.clamp(WARM_UP_BYTES / length, WARM_UP, MOST_WARM_UP);
        for (int i = 0; i < warmUp; i++) {
            call.run();
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < TIMES; i++) {
            call.run();
        }
        return (threads.getCurrentThreadAllocatedBytes() - before) / (double) TIMES;
    }

    private static Call reading(RdmaChannel channel, String how, int length) {
        ByteBuffer direct = ByteBuffer.allocateDirect(length);
        byte[] bytes = new byte[length];
        return switch (how) {
            case "peek" ->
                    () -> {
                        for (int left = length; left > 0; ) {
                            int n = Math.min(left, channel.peek().remaining());
                            channel.advance(n);
                            left -= n;
                        }
                    };
            case "bytes" ->
                    () -> {
                        for (int done = 0; done < length; ) {
                            done += channel.read(bytes, done, length - done);
                        }
                    };
            default ->
                    () -> {
                        direct.clear();
                        while (direct.hasRemaining()) {
                            channel.read(direct);
                        }
                    };
        };
    }

    private static Call writing(RdmaChannel channel, String how, int length) {
        ByteBuffer direct = ByteBuffer.allocateDirect(length);
        byte[] bytes = new byte[length];
        MemoryRegion region = channel.allocate(length);
        return switch (how) {
            case "region" -> () -> channel.write(region, 0, length);
            case "bytes" -> () -> channel.write(bytes, 0, length);
            default -> () -> channel.write(direct.clear());
        };
    }

    @ParameterizedTest
    @CsvSource({
        "buffer,buffer,100",
        "bytes,bytes,3000",
        "buffer,peek,20000",
        "region,buffer,9000",
        "region,peek,1"
    })
    void shouldAllocateNothing(String writes, String reads, int length) throws Exception {
        ChannelOptions options = ChannelPair.SMALL.toBuilder().receiveBytes(1 << 17).build();
        try (ChannelPair pair = new ChannelPair(Path.URDMA, options)) {
            FutureTask<Double> reading =
                    ChannelPair.start(() -> bytesEach(reading(pair.server, reads, length), length));
            assertThat(bytesEach(writing(pair.client, writes, length), length))
                    .as("of a write")
                    .isLessThan(NOTHING_TO_SPEAK_OF);
            assertThat(reading.get()).as("of a read").isLessThan(NOTHING_TO_SPEAK_OF);
        }
    }
}
