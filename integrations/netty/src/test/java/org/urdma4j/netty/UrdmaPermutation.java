package org.urdma4j.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.testsuite.transport.TestsuitePermutation.BootstrapFactory;
import io.netty.testsuite.transport.socket.SocketTestPermutation;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;

import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.Gid;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** What the tests of Netty run with: one device in memory, whose channels connect to itself. */
final class UrdmaPermutation extends SocketTestPermutation {
    static final UrdmaPermutation INSTANCE = new UrdmaPermutation();

    /** They name each test, and each option of TCP. Kept, since loggers are forgotten otherwise. */
    private static final List<Logger> QUIET =
            List.of(Logger.getLogger("org.urdma4j.netty"), Logger.getLogger("io.netty.bootstrap"));

    static {
        QUIET.forEach(each -> each.setLevel(Level.SEVERE));
    }

    private final EventLoopGroup loops;

    private UrdmaPermutation() {
        MemoryNetwork network = new MemoryNetwork("suite");
        Gid gid = Gid.of(NetUtil.LOCALHOST);
        MemoryPort port = MemoryPort.open(network, gid, MemoryPortConfig.builder().build());
        SoftContext device = new SoftContext(new SoftDevice("suite", 1, () -> port), port);
        loops =
                new MultiThreadIoEventLoopGroup(
                        NUM_THREADS,
                        new DefaultThreadFactory("suite", true),
                        UrdmaIoHandler.newFactory(device));
    }

    @Override
    public List<BootstrapFactory<ServerBootstrap>> serverSocket() {
        return List.of(
                () -> new ServerBootstrap().group(loops).channel(UrdmaServerSocketChannel.class));
    }

    @Override
    public List<BootstrapFactory<Bootstrap>> clientSocket() {
        return List.of(() -> new Bootstrap().group(loops).channel(UrdmaSocketChannel.class));
    }
}
