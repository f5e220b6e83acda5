package org.urdma4j.copy.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufHolder;
import io.netty.channel.socket.DatagramPacket;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.copy.client.CopyClient;
import org.urdma4j.copy.client.CopyOptions;
import org.urdma4j.copy.client.PushRun;
import org.urdma4j.copy.client.Tally;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.send.Source;
import org.urdma4j.copy.serve.CopyServer;
import org.urdma4j.copy.serve.ServeListener;
import org.urdma4j.copy.serve.ServeOptions;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.wire.Throttle;
import org.urdma4j.transport.cm.CmConfig;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.pipeline.OutboundStage;
import org.urdma4j.transport.provider.PortExtras;
import org.urdma4j.transport.provider.Ports;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.UrdmaPaths;
import org.urdma4j.verbs.UrdmaTuning;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;

/** One file by one connection over two pairs of addresses. */
@Timeout(120)
class SeveralPathsTest {
    private static final int SERVER = 11;
    private static final int CLIENT = 21;
    private static final int FILE = 48 << 20;

    private static final long DIES_AT = 8 << 20;

    /** More than questions about a path alone can be. */
    private static final long PROBES = 256 << 10;

    @TempDir Path here;
    @TempDir Path there;

    private final AtomicLongArray sent = new AtomicLongArray(2);

    /** So much has gone to the server when the pair that has carried more of it dies. */
    private volatile long diesAt = Long.MAX_VALUE;

    /** The number of the pair that is dead, negative if both live. */
    private volatile int dead = -1;

    /** Loses what goes to either end of the pair that is dead. */
    private final class DyingPair implements OutboundStage {
        @Override
        public void offer(ByteBufHolder packet, Consumer<ByteBufHolder> wire) {
            int to = ((DatagramPacket) packet).recipient().getAddress().getAddress()[3];
            boolean toServer = to < CLIENT;
            int pair = to - (toServer ? SERVER : CLIENT);
            if (pair == dead) {
                packet.release();
                return;
            }
            if (toServer) {
                sent.addAndGet(pair, packet.content().readableBytes());
                if (dead < 0 && sent.get(0) + sent.get(1) > diesAt) {
                    dead = sent.get(0) > sent.get(1) ? 0 : 1;
                }
            }
            wire.accept(packet);
        }

        @Override
        public void close() {
            // holds nothing
        }
    }

    private Context open(int last) throws IOException {
        PortExtras extras =
                PortExtras.NONE
                        .withAddresses(List.of(Site.address(last + 1)), 1)
                        .with(Optional.empty(), Optional.of(new DyingPair()));
        ContextAttr attr = ContextAttr.builder().udpPort(CopyDevice.PORT).build();
        NetworkPort port = Ports.open(Site.address(last), attr, extras);
        SoftDevice device = new SoftDevice("copy-" + last, last, () -> port);
        return new SoftContext(device, port, CmConfig.of(port.address(), last));
    }

    private void copy() throws Exception {
        Trees.file(here.resolve("file"), FILE, 5);
        UrdmaTuning sending = UrdmaTuning.builder().paths(UrdmaPaths.AUTO).build();
        Tally tally = new Tally(PassListener.NONE);
        try (Context far = open(SERVER);
                Context near = open(CLIENT);
                Root served = Root.open(there.toString());
                Root root = Root.open(here.toString());
                CopyServer _ =
                        CopyServer.start(
                                RdmaListener.listen(far, sending),
                                served,
                                ServeOptions.DEFAULT,
                                ServeListener.NONE);
                CopyClient client =
                        new CopyClient(
                                new RdmaConnector(
                                        near, Site.address(SERVER), CopyDevice.PATIENCE, sending),
                                1,
                                Throttle.NONE)) {
            List<Source> all = List.of(new Source(TreePath.ROOT, TreePath.ROOT));
            PushRun run = new PushRun(client, CopyOptions.DEFAULT, tally);
            var _ = run.run(List.of(new PushRun.Group(root, all)), List.of(TreePath.ROOT));
        }
        assertThat(tally.texts()).isEmpty();
        assertThat(Files.mismatch(here.resolve("file"), there.resolve("file"))).isEqualTo(-1);
    }

    /** On a busy machine one of them may seem slow for as long as a copy takes. */
    @Test
    void shouldSendOneFileOverBothPaths() throws Exception {
        for (int i = 0; i < 5 && Math.min(sent.get(0), sent.get(1)) <= PROBES; i++) {
            Files.deleteIfExists(there.resolve("file"));
            copy();
        }
        assertThat(Math.min(sent.get(0), sent.get(1))).isGreaterThan(PROBES);
    }

    @Test
    void shouldOutliveThePathThatCarriesMore() throws Exception {
        diesAt = DIES_AT;
        copy();
        assertThat(sent.get(dead)).isGreaterThan(DIES_AT / 2);
        assertThat(sent.get(1 - dead)).isGreaterThan(FILE / 2);
    }
}
