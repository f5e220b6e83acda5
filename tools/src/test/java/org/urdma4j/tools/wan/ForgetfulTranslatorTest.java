package org.urdma4j.tools.wan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.transport.port.linux.Namespace;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.KeepAlive;
import org.urdma4j.verbs.Verbs;
import org.urdma4j.verbs.cm.ConnParam;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.FutureTask;

/**
 * Channels of a client behind Linux's address translation, which forgets an idle one after three
 * seconds and has it come from a port by chance the next time.
 */
@Tag("netns")
@Timeout(120)
class ForgetfulTranslatorTest {
    private static final int SERVICE = 7175;
    private static final int BYTES = 3 << 20;
    private static final Duration FORGETS = Duration.ofSeconds(3);

    /** Longer than the translator remembers, more often than a peer is missed. */
    private static final KeepAlive SELDOM = new KeepAlive(Duration.ofSeconds(20), 3);

    private static final KeepAlive OFTEN = new KeepAlive(Duration.ofMillis(500), 20);

    private RoutedPath path;
    private Context client;
    private Context server;
    private RdmaServerChannel listener;
    private RdmaChannel near;
    private RdmaChannel far;

    @BeforeEach
    void start() throws Exception {
        path = RoutedPath.make();
        path.carry(9000);
        path.rules(
                "r",
                "add table ip n",
                "add chain ip n out { type nat hook postrouting priority 100; }",
                "add rule ip n out ip daddr %s udp dport 4791 masquerade to :20000-60000 random"
                        .formatted(RoutedPath.SERVER));
        path.forget("r", FORGETS);
        client = open("a", RoutedPath.CLIENT, 0);
        server = open("b", RoutedPath.SERVER, 4791);
    }

    @AfterEach
    void end() throws Exception {
        if (client != null) {
            client.close();
        }
        if (server != null) {
            server.close();
        }
        if (path != null) {
            path.remove();
        }
    }

    private Context open(String role, String address, int port) throws Exception {
        ContextAttr attr = ContextAttr.builder().udpPort(port).build();
        InetAddress local = InetAddress.ofLiteral(address);
        return new Namespace(path.name(role)).call(() -> Verbs.open(local, attr));
    }

    private void connect(KeepAlive keepAlive) throws Exception {
        ChannelOptions options =
                ChannelOptions.builder().param(ConnParam.EMPTY.keepAlive(keepAlive)).build();
        listener = RdmaServerChannel.listen(server, SERVICE, options);
        near =
                RdmaChannel.connect(
                        client, new InetSocketAddress(RoutedPath.SERVER, SERVICE), options);
        far = listener.accept();
        pass(near, far, 1);
        pass(far, near, 2);
    }

    /** Every byte of a stream arrives, whoever begins. */
    private static void pass(RdmaChannel from, RdmaChannel to, long seed) throws Exception {
        byte[] sent = new byte[BYTES];
        new Random(seed).nextBytes(sent);
        FutureTask<Integer> writing = new FutureTask<>(() -> from.write(ByteBuffer.wrap(sent)));
        Thread.ofPlatform().start(writing);
        ByteBuffer got = ByteBuffer.allocate(BYTES);
        while (got.hasRemaining() && to.read(got) >= 0) {
            // goes on
        }
        assertThat(got.array()).isEqualTo(sent);
        assertThat(writing.get()).isEqualTo(BYTES);
    }

    private long moved() {
        return server.statistics().counters().get("peer_moved");
    }

    private static void idle() throws InterruptedException {
        Thread.sleep(FORGETS.plusSeconds(2));
    }

    @Test
    void shouldFollowAClientThatWasForgottenWhileIdle() throws Exception {
        connect(SELDOM);
        idle();
        pass(near, far, 3);
        pass(far, near, 4);

        assertThat(moved()).isEqualTo(1);
    }

    @Test
    void shouldNotBeForgottenWhoAsksMoreOften() throws Exception {
        connect(OFTEN);
        idle();
        pass(far, near, 3);
        pass(near, far, 4);

        assertThat(moved()).isZero();
    }

    /** What the server sends meanwhile waits for the client's next word. */
    @Test
    void shouldReachAClientThatWasForgottenOnceItAsks() throws Exception {
        connect(new KeepAlive(FORGETS.plusSeconds(4), 5));
        idle();
        pass(far, near, 3);

        assertThat(moved()).isPositive();
    }
}
