package org.urdma4j.examples.grpc;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** A service whose messages are bytes, so that no code has to be generated. */
final class Blobs {
    /** Answers with what it got. */
    static final MethodDescriptor<byte[], byte[]> ECHO = method("Echo", MethodType.UNARY);

    /** Sends what it got again and again, for as many ms as its first eight bytes say. */
    static final MethodDescriptor<byte[], byte[]> REPEAT =
            method("Repeat", MethodType.SERVER_STREAMING);

    /** Bytes of one stream that may be on the way, for 1 Gbit/s over any path on this planet. */
    static final int WINDOW = 64 << 20;

    private Blobs() {}

    static ServerServiceDefinition service() {
        return ServerServiceDefinition.builder("urdma4j.examples.Blobs")
                .addMethod(ECHO, ServerCalls.asyncUnaryCall(Blobs::echo))
                .addMethod(REPEAT, ServerCalls.asyncServerStreamingCall(Blobs::repeat))
                .build();
    }

    private static MethodDescriptor<byte[], byte[]> method(String name, MethodType type) {
        Bytes bytes = new Bytes();
        return MethodDescriptor.<byte[], byte[]>newBuilder(bytes, bytes)
                .setFullMethodName("urdma4j.examples.Blobs/" + name)
                .setType(type)
                .build();
    }

    private static void echo(byte[] request, StreamObserver<byte[]> answer) {
        answer.onNext(request);
        answer.onCompleted();
    }

    private static void repeat(byte[] request, StreamObserver<byte[]> answer) {
        ServerCallStreamObserver<byte[]> call = (ServerCallStreamObserver<byte[]>) answer;
        call.setOnReadyThreshold(4 * request.length);
        call.setOnReadyHandler(new Repeater(call, request));
    }

    /** Sends while there is room. */
    private static final class Repeater implements Runnable {
        private final ServerCallStreamObserver<byte[]> call;
        private final byte[] message;
        private final long endNs;
        private boolean over;

        Repeater(ServerCallStreamObserver<byte[]> call, byte[] message) {
            this.call = call;
            this.message = message;
            endNs = System.nanoTime() + ByteBuffer.wrap(message).getLong() * 1_000_000;
        }

        @Override
        public void run() {
            while (!over && call.isReady()) {
                call.onNext(message);
                if (System.nanoTime() - endNs > 0) {
                    over = true;
                    call.onCompleted();
                }
            }
        }
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
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
    }
}
