package org.urdma4j.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** gRPC as it is, whose channels are these. */
@Timeout(120)
class GrpcTest {
    private static final MethodDescriptor.Marshaller<byte[]> BYTES =
            new MethodDescriptor.Marshaller<>() {
                @Override
                public InputStream stream(byte[] value) {
                    return new ByteArrayInputStream(value);
                }

                @Override
                public byte[] parse(InputStream stream) {
                    try {
                        return stream.readAllBytes();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            };

    private static final MethodDescriptor<byte[], byte[]> ECHO = method("Echo", MethodType.UNARY);
    private static final MethodDescriptor<byte[], byte[]> NEVER = method("Never", MethodType.UNARY);
    private static final MethodDescriptor<byte[], byte[]> MANY =
            method("Many", MethodType.SERVER_STREAMING);
    private static final MethodDescriptor<byte[], byte[]> BOTH =
            method("Both", MethodType.BIDI_STREAMING);

    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private Ends ends;
    private Server server;
    private ManagedChannel channel;

    private static MethodDescriptor<byte[], byte[]> method(String name, MethodType type) {
        return MethodDescriptor.<byte[], byte[]>newBuilder(BYTES, BYTES)
                .setFullMethodName("test.Bytes/" + name)
                .setType(type)
                .build();
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private ServerServiceDefinition service() {
        return ServerServiceDefinition.builder("test.Bytes")
                .addMethod(ECHO, ServerCalls.asyncUnaryCall(GrpcTest::echo))
                .addMethod(NEVER, ServerCalls.asyncUnaryCall(this::never))
                .addMethod(MANY, ServerCalls.asyncServerStreamingCall(GrpcTest::many))
                .addMethod(BOTH, ServerCalls.asyncBidiStreamingCall(GrpcTest::both))
                .build();
    }

    private static void echo(byte[] request, StreamObserver<byte[]> answer) {
        answer.onNext(request);
        answer.onCompleted();
    }

    private void never(byte[] request, StreamObserver<byte[]> answer) {
        ((ServerCallStreamObserver<byte[]>) answer).setOnCancelHandler(() -> told.add("cancelled"));
        told.add("called");
    }

    /** As often as there are bytes. */
    private static void many(byte[] request, StreamObserver<byte[]> answer) {
        for (int i = 0; i < request.length; i++) {
            byte[] bytes = new byte[10_000];
            Arrays.fill(bytes, request[i]);
            answer.onNext(bytes);
        }
        answer.onCompleted();
    }

    private static StreamObserver<byte[]> both(StreamObserver<byte[]> answer) {
        return new StreamObserver<>() {
            @Override
            public void onNext(byte[] value) {
                answer.onNext(value);
            }

            @Override
            public void onError(Throwable cause) {
                // the call has ended
            }

            @Override
            public void onCompleted() {
                answer.onCompleted();
            }
        };
    }

    private NettyServerBuilder serverBuilder() throws IOException {
        return NettyServerBuilder.forAddress(new InetSocketAddress(0))
                .channelType(UrdmaServerSocketChannel.class)
                .bossEventLoopGroup(ends.farLoops)
                .workerEventLoopGroup(ends.farLoops)
                .maxInboundMessageSize(16 << 20)
                .addService(service());
    }

    private NettyChannelBuilder channelBuilder() {
        return NettyChannelBuilder.forAddress(server.getListenSockets().getFirst())
                .channelFactory(UrdmaSocketChannel::new)
                .eventLoopGroup(ends.nearLoops)
                .maxInboundMessageSize(16 << 20);
    }

    private void start(Ends.Net net) throws IOException {
        ends = new Ends(net);
        server = serverBuilder().build().start();
        channel = channelBuilder().usePlaintext().build();
    }

    @AfterEach
    void stop() throws InterruptedException {
        channel.shutdownNow().awaitTermination(20, TimeUnit.SECONDS);
        server.shutdownNow().awaitTermination(20, TimeUnit.SECONDS);
        ends.close();
    }

    private byte[] call(MethodDescriptor<byte[], byte[]> method, byte[] request) {
        return ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, request);
    }

    @ParameterizedTest
    @EnumSource
    void shouldCall(Ends.Net net) throws IOException {
        start(net);
        for (int length : new int[] {0, 1, 1000, 100_000, 8_000_000}) {
            assertThat(call(ECHO, random(length))).isEqualTo(random(length));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldStreamFromTheServer(Ends.Net net) throws IOException {
        start(net);
        byte[] request = random(500);
        Iterator<byte[]> answers =
                ClientCalls.blockingServerStreamingCall(
                        channel, MANY, CallOptions.DEFAULT, request);
        for (byte each : request) {
            assertThat(answers.next()).hasSize(10_000).containsOnly(each);
        }
        assertThat(answers.hasNext()).isFalse();
    }

    /** A slow reader: the writer waits until there is room, as gRPC tells it. */
    @ParameterizedTest
    @EnumSource
    void shouldStreamBothWaysAtTheReadersPace(Ends.Net net) throws Exception {
        start(net);
        Streamer streamer = new Streamer(200);
        ClientCalls.asyncBidiStreamingCall(channel.newCall(BOTH, CallOptions.DEFAULT), streamer);
        assertThat(streamer.done.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(streamer.received).isEqualTo(200);
    }

    private static final class Streamer implements ClientResponseObserver<byte[], byte[]> {
        private final CountDownLatch done = new CountDownLatch(1);
        private final int count;
        private int sent;
        private int received;
        private ClientCallStreamObserver<byte[]> call;

        Streamer(int count) {
            this.count = count;
        }

        @Override
        public void beforeStart(ClientCallStreamObserver<byte[]> stream) {
            call = stream;
            call.disableAutoRequestWithInitial(1);
            call.setOnReadyHandler(this::send);
        }

        private void send() {
            while (sent < count && call.isReady()) {
                call.onNext(random(50_000 + sent));
                sent++;
                if (sent == count) {
                    call.onCompleted();
                }
            }
        }

        @Override
        public void onNext(byte[] value) {
            assertThat(value).isEqualTo(random(50_000 + received));
            received++;
            call.request(1);
        }

        @Override
        public void onError(Throwable cause) {
            done.countDown();
        }

        @Override
        public void onCompleted() {
            done.countDown();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndAtItsDeadline(Ends.Net net) throws Exception {
        start(net);
        call(ECHO, random(1));
        CallOptions soon = CallOptions.DEFAULT.withDeadlineAfter(200, TimeUnit.MILLISECONDS);
        assertThatThrownBy(() -> ClientCalls.blockingUnaryCall(channel, NEVER, soon, random(9)))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        e ->
                                assertThat(e.getStatus().getCode())
                                        .isEqualTo(Status.Code.DEADLINE_EXCEEDED));
        assertThat(call(ECHO, random(2))).isEqualTo(random(2));
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeCancelled(Ends.Net net) throws Exception {
        start(net);
        Future<byte[]> future =
                ClientCalls.futureUnaryCall(channel.newCall(NEVER, CallOptions.DEFAULT), random(9));
        assertThat(told.poll(30, TimeUnit.SECONDS)).isEqualTo("called");
        assertThat(future.cancel(true)).isTrue();
        assertThat(told.poll(30, TimeUnit.SECONDS)).isEqualTo("cancelled");
        assertThat(call(ECHO, random(2))).isEqualTo(random(2));
    }

    @ParameterizedTest
    @EnumSource
    void shouldSpeakTls(Ends.Net net) throws Exception {
        ends = new Ends(net);
        X509Bundle bundle =
                new CertificateBuilder()
                        .subject("cn=localhost")
                        .addSanDnsName("localhost")
                        .setIsCertificateAuthority(true)
                        .buildSelfSigned();
        server =
                serverBuilder()
                        .sslContext(
                                GrpcSslContexts.configure(
                                                SslContextBuilder.forServer(
                                                        bundle.getKeyPair().getPrivate(),
                                                        bundle.getCertificate()))
                                        .build())
                        .build()
                        .start();
        channel =
                channelBuilder()
                        .overrideAuthority("localhost")
                        .sslContext(
                                GrpcSslContexts.forClient()
                                        .trustManager(bundle.getCertificate())
                                        .build())
                        .build();
        assertThat(call(ECHO, random(3_000_000))).isEqualTo(random(3_000_000));
    }

    @Test
    void shouldBeUnavailableWhenTheServerHasGone() throws Exception {
        start(Ends.Net.MEMORY);
        call(ECHO, random(1));
        server.shutdownNow().awaitTermination();
        assertThatThrownBy(() -> call(ECHO, random(1)))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        e ->
                                assertThat(e.getStatus().getCode())
                                        .isEqualTo(Status.Code.UNAVAILABLE));
    }
}
