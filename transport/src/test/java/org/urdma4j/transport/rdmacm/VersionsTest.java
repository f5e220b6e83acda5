package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.transport.port.udp.FreePort;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.ConnParam;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Ends that offer another version of URDMA: they aren't refused, and both speak standard RoCE. */
@Timeout(60)
class VersionsTest {
    /** Of version 1, as wire-format.md had it in commit 32be2f22. */
    private static final String FIRST = "5552014000030598010003e80ea788bc10000173181e3fe0";

    /** Of this version, as wire-examples.md has it, as if it were of version 3. */
    private static final String NEWER = "5552034000030598010003e85ca788bc1000017318009f7f";

    private static final int DATA = 56;

    private CmEnd client;
    private CmEnd server;

    @BeforeEach
    void open() {
        InetAddress one = InetAddress.ofLiteral("127.0.0.1");
        InetAddress other = InetAddress.ofLiteral("127.0.0.2");
        int port = FreePort.on(one, other);
        client = CmEnd.onLoopback(one, port);
        server = CmEnd.onLoopback(other, port);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private CmId connect(CmId id, ConnParam asked) throws InterruptedException {
        id.connect(asked);
        CmId child = server.await(CmEventType.CONNECT_REQUEST).id();
        server.createQp(child);
        child.accept(ConnParam.EMPTY);
        client.await(CmEventType.ESTABLISHED);
        server.await(CmEventType.ESTABLISHED);
        return child;
    }

    private static void move(CmEnd from, CmId by, CmEnd to, CmId at) throws InterruptedException {
        to.receive(at, 0, 100);
        from.send(by, 0, 100);
        assertThat(from.awaitCompletion().status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(to.awaitCompletion().status()).isEqualTo(WcStatus.SUCCESS);
    }

    /** A build that isn't URDMA's says what one of another version would say. */
    @ParameterizedTest
    @ValueSource(strings = {FIRST, NEWER})
    void shouldBeStandardBesideAnotherVersion(String offer) throws InterruptedException {
        byte[] data =
                ByteBuffer.allocate(DATA)
                        .put(DATA - offer.length() / 2, HexFormat.of().parseHex(offer))
                        .array();
        server.listen(1);
        CmId id = client.ready(server);

        CmId child = connect(id, ConnParam.EMPTY.urdma(false).privateData(data));

        assertThat(child.qp().query(~0).urdmaPeerOffer()).isNull();
        move(client, id, server, child);
        move(server, child, client, id);
    }
}
