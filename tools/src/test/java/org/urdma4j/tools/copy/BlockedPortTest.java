package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufHolder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.copy.rdma.CopyDevice;
import org.urdma4j.copy.rdma.CopyPaths;
import org.urdma4j.copy.rdma.RdmaListener;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.OwnLoopback;
import org.urdma4j.tools.peer.UdpClientDevice;
import org.urdma4j.transport.cm.CmConfig;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.pipeline.OutboundStage;
import org.urdma4j.transport.provider.PortExtras;
import org.urdma4j.transport.provider.Ports;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.UrdmaTuning;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** A server whose UDP port takes packets to nobody. */
@Timeout(240)
class BlockedPortTest {
    @TempDir Path here;

    private volatile boolean open;

    /** Loses all until the port is open. */
    private final class Gate implements OutboundStage {
        @Override
        public void offer(ByteBufHolder packet, Consumer<ByteBufHolder> wire) {
            if (open) {
                wire.accept(packet);
            } else {
                packet.release();
            }
        }

        @Override
        public void close() {
            // holds nothing
        }
    }

    private static void assertNames(String line, InetAddress address) {
        String named = "no answer yet from UDP port %d of ".formatted(CopyDevice.PORT);
        assertThat(line).startsWith(named + address.getHostAddress());
    }

    @Test
    void shouldBeNamedBeforeTheCopyGivesUp() throws Exception {
        InetAddress address = OwnLoopback.address(64);
        Path file = Files.writeString(here.resolve("file"), "content");
        try (DatagramSocket _ =
                        new DatagramSocket(new InetSocketAddress(address, CopyDevice.PORT));
                CommandProcess copy =
                        CommandProcess.start(
                                List.of(), "copy", file, address.getHostAddress() + ":x")) {
            Invocation end = copy.end();
            List<String> said = copy.errSoFar().lines().toList();
            assertThat(end.status()).isEqualTo(1);
            assertThat(said).hasSize(2);
            assertNames(said.getFirst().replaceFirst("^urdma: ", ""), address);
            assertThat(said.getLast())
                    .startsWith("urdma: can't reach ")
                    .endsWith("and is UDP port %d open?".formatted(CopyDevice.PORT));
        }
    }

    /** A path may be long and lose much, and a machine be busy. */
    @Test
    void shouldBeTriedOnAfterItWasNamed() throws Exception {
        InetAddress address = OwnLoopback.address(65);
        PortExtras extras = PortExtras.NONE.with(Optional.empty(), Optional.of(new Gate()));
        ContextAttr attr = ContextAttr.builder().udpPort(CopyDevice.PORT).build();
        NetworkPort port = Ports.open(address, attr, extras);
        SoftDevice device = new SoftDevice("served", 1, () -> port);
        RemoteHost.Patience patience =
                new RemoteHost.Patience(Duration.ofMillis(1), Duration.ofMinutes(1));
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        try (Context far = new SoftContext(device, port, CmConfig.of(port.address(), 1));
                RdmaListener _ = RdmaListener.listen(far);
                RemoteHost host =
                        new RemoteHost(
                                "far",
                                List.of(address),
                                CopyDevice.PORT,
                                CopyDevice.PORT,
                                patience,
                                new UdpClientDevice(
                                        "copy",
                                        null,
                                        CopyPaths.ONE,
                                        Optional.empty(),
                                        new Random(1)));
                ByteChannel channel =
                        host.connect(
                                UrdmaTuning.DEFAULT,
                                line -> {
                                    told.add(line);
                                    open = true;
                                })) {
            assertThat(channel.isOpen()).isTrue();
            assertNames(told.take(), address);
        }
    }
}
