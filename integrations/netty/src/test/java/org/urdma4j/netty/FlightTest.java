package org.urdma4j.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;

import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightGrpcUtils;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.NoOpFlightProducer;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.auth.ServerAuthHandler;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Arrow Flight as it is, whose channels are these. */
@Timeout(300)
class FlightTest {
    /** Numbers in a batch, 1 MiB. */
    private static final int ROWS = 1 << 17;

    /** 1 GiB by night. */
    private static final int BATCHES = Boolean.getBoolean("urdma.nightly") ? 1024 : 8;

    private static final Schema NUMBERS =
            new Schema(List.of(Field.nullable("number", new ArrowType.Int(64, true))));

    /** Streams the numbers from 0 on. */
    private static final class Numbers extends NoOpFlightProducer {
        private final BufferAllocator memory;

        Numbers(BufferAllocator memory) {
            this.memory = memory;
        }

        @Override
        public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
            try (VectorSchemaRoot root = VectorSchemaRoot.create(NUMBERS, memory)) {
                BigIntVector numbers = (BigIntVector) root.getVector(0);
                listener.start(root);
                for (int batch = 0; batch < BATCHES; batch++) {
                    numbers.allocateNew(ROWS);
                    for (int i = 0; i < ROWS; i++) {
                        numbers.set(i, (long) batch * ROWS + i);
                    }
                    root.setRowCount(ROWS);
                    // nobody is called back before this method ends
                    while (!listener.isReady() && !listener.isCancelled()) {
                        LockSupport.parkNanos(100_000);
                    }
                    listener.putNext();
                }
                listener.completed();
            }
        }
    }

    @SuppressWarnings(
            "deprecation") // Flight has no other way to say that nobody is asked who he is
    @ParameterizedTest
    @EnumSource
    void shouldGetAllNumbers(Ends.Net net) throws Exception {
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        try (Ends ends = new Ends(net);
                BufferAllocator far = new RootAllocator();
                BufferAllocator near = new RootAllocator()) {
            Server server =
                    NettyServerBuilder.forAddress(new InetSocketAddress(0))
                            .channelType(UrdmaServerSocketChannel.class)
                            .bossEventLoopGroup(ends.farLoops)
                            .workerEventLoopGroup(ends.farLoops)
                            .addService(
                                    FlightGrpcUtils.createFlightService(
                                            far,
                                            new Numbers(far),
                                            ServerAuthHandler.NO_OP,
                                            executor))
                            .build()
                            .start();
            ManagedChannel channel =
                    NettyChannelBuilder.forAddress(server.getListenSockets().getFirst())
                            .channelFactory(UrdmaSocketChannel::new)
                            .eventLoopGroup(ends.nearLoops)
                            .maxInboundMessageSize(Integer.MAX_VALUE)
                            .usePlaintext()
                            .build();
            FlightClient client = FlightGrpcUtils.createFlightClient(near, channel);
            FlightStream stream = client.getStream(new Ticket(new byte[1]));
            assertThat(count(stream)).isEqualTo((long) BATCHES * ROWS);
            stream.close();
            client.close();
            channel.shutdownNow().awaitTermination(20, TimeUnit.SECONDS);
            server.shutdownNow().awaitTermination(20, TimeUnit.SECONDS);
        } finally {
            executor.close();
        }
    }

    /** Returns how many numbers came, each the one after the other. */
    private static long count(FlightStream stream) {
        long next = 0;
        while (stream.next()) {
            BigIntVector numbers = (BigIntVector) stream.getRoot().getVector(0);
            for (int i = 0; i < numbers.getValueCount(); i++) {
                if (numbers.get(i) != next) {
                    assertThat(numbers.get(i)).isEqualTo(next);
                }
                next++;
            }
        }
        return next;
    }
}
