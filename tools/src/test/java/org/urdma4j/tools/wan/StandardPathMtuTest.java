package org.urdma4j.tools.wan;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

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
import org.urdma4j.verbs.Verbs;
import org.urdma4j.verbs.cm.ConnParam;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * Connections of the standard profile, which can't probe, made through the connection manager over
 * a way that carries less than the links at its ends.
 */
@Tag("netns")
@Timeout(120)
class StandardPathMtuTest {
    private static final ChannelOptions STANDARD =
            ChannelOptions.builder().param(ConnParam.EMPTY.urdma(false)).build();

    private RoutedPath path;
    private Context client;
    private Context server;

    @BeforeEach
    void start() throws Exception {
        path = RoutedPath.make();
        client = open("a", RoutedPath.CLIENT);
        server = open("b", RoutedPath.SERVER);
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

    private Context open(String role, String address) throws IOException, InterruptedException {
        InetAddress local = InetAddress.ofLiteral(address);
        return new Namespace(path.name(role)).call(() -> Verbs.open(local));
    }

    /** Moves some packets over a new connection, and waits until all are acknowledged. */
    private void move() throws IOException {
        try (RdmaServerChannel listening = RdmaServerChannel.listen(server, 0);
                RdmaChannel sending = RdmaChannel.connect(client, listening.address(), STANDARD);
                RdmaChannel _ = listening.accept()) {
            sending.write(ByteBuffer.allocate(100_000));
            sending.flush();
        }
    }

    @Test
    void shouldTakeTheMtuOfTheRoute() throws Exception {
        path.tellOf(1500);
        assertThatCode(this::move).doesNotThrowAnyException();
    }

    /** The first connection is what makes a router speak. */
    @Test
    void shouldTakeWhatARouterSaidToTheKernel() {
        assertThatIOException().isThrownBy(this::move);
        assertThatCode(this::move).doesNotThrowAnyException();
    }
}
