package org.urdma4j.examples.grpc;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;

/**
 * Measures calls of 64 bytes, one at a time, and a stream of messages of 1 MiB from the server:
 * {@code GrpcClient tcp|urdma OWN SERVER SECONDS}.
 */
public final class GrpcClient {
    private static final int SMALL = 64;
    private static final int LARGE = 1 << 20;

    /** Of calls that are kept to find the median. */
    private static final int MOST_CALLS = 2_000_000;

    private GrpcClient() {}

    static ManagedChannel connect(Wire wire, InetAddress server) {
        return NettyChannelBuilder.forAddress(new InetSocketAddress(server, GrpcServer.PORT))
                .channelFactory(wire.channel())
                .eventLoopGroup(wire.loops())
                .flowControlWindow(Blobs.WINDOW)
                .maxInboundMessageSize(Blobs.WINDOW)
                .usePlaintext()
                .build();
    }

    /**
     * Calls for so long, and returns how long each call took, in nanoseconds, the shortest first.
     */
    static long[] callTimesNs(ManagedChannel channel, double seconds) {
        byte[] request = new byte[SMALL];
        long[] times = new long[MOST_CALLS];
        int calls = 0;
        long begin = System.nanoTime();
        long now = begin;
        while (calls < times.length && now - begin < seconds * 1e9) {
            ClientCalls.blockingUnaryCall(channel, Blobs.ECHO, CallOptions.DEFAULT, request);
            long before = now;
            now = System.nanoTime();
            times[calls++] = now - before;
        }
        long[] sorted = Arrays.copyOf(times, calls);
        Arrays.sort(sorted);
        return sorted;
    }

    /** Returns the bytes per second that a stream brings, without those of its first third. */
    static double bytesPerSecond(ManagedChannel channel, double seconds) {
        byte[] request = new byte[LARGE];
        ByteBuffer.wrap(request).putLong(Math.round(seconds * 1e3));
        Iterator<byte[]> answers =
                ClientCalls.blockingServerStreamingCall(
                        channel, Blobs.REPEAT, CallOptions.DEFAULT, request);
        long begin = System.nanoTime();
        long now = begin;
        long bytes = 0;
        long from = begin;
        long bytesBefore = 0;
        while (answers.hasNext()) {
            bytes += answers.next().length;
            now = System.nanoTime();
            if (now - begin < seconds * 1e9 / 3) {
                from = now;
                bytesBefore = bytes;
            }
        }
        return (bytes - bytesBefore) * 1e9 / (now - from);
    }

    /** Exits with status 1 if a call fails, with 2 if it is called wrongly. */
    public static void main(String[] args) throws InterruptedException {
        if (args.length != 4 || !args[3].matches("[1-9]\\d{0,3}")) {
            System.err.println("usage: GrpcClient tcp|urdma OWN SERVER SECONDS, 1 to 9999");
            System.exit(2);
        }
        int seconds = Integer.parseInt(args[3]);
        try (Wire wire = Wire.of(args[0], InetAddress.getByName(args[1]))) {
            ManagedChannel channel = connect(wire, InetAddress.getByName(args[2]));
            try {
                measure(channel, seconds);
            } finally {
                channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
            }
        } catch (StatusRuntimeException e) {
            String why = e.getCause() == null ? "" : ": " + e.getCause().getMessage();
            System.err.println("GrpcClient: " + e.getMessage() + why);
            System.exit(1);
        } catch (IOException | RuntimeException e) {
            System.err.println("GrpcClient: " + e.getMessage());
            System.exit(1);
        }
    }

    private static void measure(ManagedChannel channel, int seconds) {
        callTimesNs(channel, 1.0); // code gets hot
        long[] times = callTimesNs(channel, seconds);
        System.out.printf(
                "%d calls of %d bytes: median %.1f us, 99 %% within %.1f us%n",
                times.length,
                SMALL,
                times[times.length / 2] / 1e3,
                times[times.length * 99 / 100] / 1e3);
        System.out.printf(
                "messages of 1 MiB: %.1f Mbit/s%n", bytesPerSecond(channel, seconds) * 8e-6);
    }
}
