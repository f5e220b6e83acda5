package org.urdma4j.examples.grpc;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Serves bytes until it is killed: {@code GrpcServer tcp|urdma ADDRESS}. */
public final class GrpcServer {
    static final int PORT = 7179;

    private GrpcServer() {}

    static Server start(Wire wire, InetAddress address) throws IOException {
        return NettyServerBuilder.forAddress(new InetSocketAddress(address, PORT))
                .channelType(wire.serverChannel())
                .bossEventLoopGroup(wire.loops())
                .workerEventLoopGroup(wire.loops())
                .flowControlWindow(Blobs.WINDOW)
                .maxInboundMessageSize(Blobs.WINDOW)
                .addService(Blobs.service())
                .build()
                .start();
    }

    /** Exits with status 1 if it can't be started, with 2 if it is called wrongly. */
    public static void main(String[] args) throws InterruptedException {
        if (args.length != 2) {
            System.err.println("usage: GrpcServer tcp|urdma ADDRESS");
            System.exit(2);
        }
        try (Wire wire = Wire.of(args[0], InetAddress.getByName(args[1]))) {
            Server server = start(wire, InetAddress.getByName(args[1]));
            System.out.printf("serving at %s port %d%n", args[1], PORT);
            server.awaitTermination();
        } catch (IOException | RuntimeException e) {
            System.err.println("GrpcServer: " + e.getMessage());
            System.exit(1);
        }
    }
}
