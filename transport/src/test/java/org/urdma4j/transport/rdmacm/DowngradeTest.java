package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.cm.CmDreq;
import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.cm.CmRej;
import org.urdma4j.codec.cm.RejectReason;
import org.urdma4j.codec.mad.Mad;
import org.urdma4j.fixtures.TestKeys;
import org.urdma4j.protection.aead.JcaSource;
import org.urdma4j.protection.association.ProtectionConfig;
import org.urdma4j.protection.credentials.PskCredentials;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.keys.FreeKeyPort;
import org.urdma4j.transport.port.keys.TlsProtection;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.ConnParam;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.Security;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Somebody between two devices with keys of real handshakes, who reads, changes and invents what
 * they send each other: there is a sealed connection or none, and never a packet of data that can
 * be read.
 */
@Timeout(120)
class DowngradeTest {
    private static final InetAddress ONE = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress OTHER = InetAddress.ofLiteral("127.0.0.2");
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String WORDS = "nobody else is to read this";
    private static final int TIMES = 20;

    private final MemoryNetwork network = new MemoryNetwork("between");
    private final Middle beforeClient = new Middle(Gid.of(OTHER));
    private final Middle beforeServer = new Middle(Gid.of(ONE));
    private final int keyPort = FreeKeyPort.on(ONE, OTHER);
    private final CmEnd client = open(ONE, beforeClient);
    private final CmEnd server = open(OTHER, beforeServer);

    private CmEnd open(InetAddress address, Middle middle) {
        ProtectionConfig config =
                ProtectionConfig.builder(
                                PskCredentials.of(TestKeys.key(1)),
                                () -> new JcaSource(Security.getProvider("SunJCE")))
                        .keyPort(keyPort)
                        .build();
        MemoryPortConfig port =
                MemoryPortConfig.builder()
                        .withProtection(new TlsProtection(config))
                        .inbound(middle)
                        .build();
        return CmEnd.patient(MemoryPort.open(network, Gid.of(address), port));
    }

    @AfterEach
    void shouldHaveSeenNoDataInTheClear() {
        client.close();
        server.close();
        for (Middle middle : List.of(beforeClient, beforeServer)) {
            assertThat(middle.clearData()).isEmpty();
            assertThat(middle.seen())
                    .noneMatch(packet ->
                            new String(packet, StandardCharsets.ISO_8859_1).contains("nobody"));
        }
    }

    private void exchange(CmId id, CmId child) {
        client.region.segment().setString(0, WORDS);
        server.receive(child, 0, 64);
        client.send(id, 0, 64);
        assertThat(client.awaitCompletion().status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(server.awaitCompletion().status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(server.region.segment().getString(0)).isEqualTo(WORDS);
    }

    private CmId accept() throws InterruptedException {
        CmId child = server.await(CmEventType.CONNECT_REQUEST).id();
        server.createQp(child);
        child.accept(ConnParam.EMPTY);
        client.await(CmEventType.ESTABLISHED);
        server.await(CmEventType.ESTABLISHED);
        return child;
    }

    private static ByteBuffer mad(CmMessage message, long transaction) {
        ByteBuffer b = ByteBuffer.allocate(Mad.LENGTH);
        message.write(b, 0, transaction);
        return b;
    }

    private static byte[] rej(int id) {
        ByteBuffer mad = mad(CmMessage.REJ, id);
        CmRej.REMOTE_COMM_ID.set(mad, 0, id);
        CmRej.REASON.set(mad, 0, RejectReason.CONSUMER_DEFINED.code());
        return Middle.clear(mad);
    }

    private static byte[] dreq(int id) {
        ByteBuffer mad = mad(CmMessage.DREQ, id);
        CmDreq.REMOTE_COMM_ID.set(mad, 0, id);
        return Middle.clear(mad);
    }

    /** What is put in the place of the client's sealed request. */
    enum Instead {
        A_REQUEST_WITHOUT_OFFER {
            @Override
            List<byte[]> of(byte[] sealed) {
                return List.of(Middle.clear(FloodTest.req(77)));
            }
        },
        NOTHING {
            @Override
            List<byte[]> of(byte[] sealed) {
                return List.of();
            }
        },
        A_CHANGED_ONE {
            @Override
            List<byte[]> of(byte[] sealed) {
                sealed[100] ^= 1;
                return List.of(sealed);
            }
        },
        THE_SAME_CALLED_A_CLEAR_ONE {
            @Override
            List<byte[]> of(byte[] sealed) {
                sealed[0] = 0x64;
                return List.of(sealed);
            }
        };

        abstract List<byte[]> of(byte[] sealed);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotConnectWhereTheRequestDoesntArrive(Instead instead) throws InterruptedException {
        server.listen(8);
        CmId id = client.ready(server);
        beforeServer.attack(
                packet -> Middle.isSealedMessage(packet) ? instead.of(packet) : List.of(packet));
        id.connect(ConnParam.EMPTY);
        CmEvent event = client.channel.getCmEvent(SOON);

        assertThat(event.eventType()).isEqualTo(CmEventType.UNREACHABLE);
        assertThat(server.channel.pollCmEvent()).as("a request").isNull();
        assertThat(server.context.connections().size()).isZero();
        assertThat(beforeServer.seen()).isNotEmpty().allMatch(Middle::isSealedMessage);
    }

    /** It answers at once what it would like the server to have said. */
    @Test
    void shouldHeedNoRefusalInTheClear() throws InterruptedException {
        server.listen(8);
        CmId id = client.ready(server);
        beforeClient.attack(packet -> {
            List<byte[]> all = new ArrayList<>();
            for (int i = 0; i < TIMES; i++) {
                all.add(rej(i));
            }
            all.add(packet);
            return all;
        });
        id.connect(ConnParam.EMPTY);
        CmId child = accept();
        exchange(id, child);

        assertThat(client.context.counters().get(Counter.DROPPED_NOT_PROTECTED))
                .isGreaterThanOrEqualTo(TIMES);
    }

    @Test
    void shouldHeedNoFarewellInTheClear() throws InterruptedException {
        server.listen(8);
        CmId id = client.ready(server);
        id.connect(ConnParam.EMPTY);
        CmId child = accept();
        beforeServer.attack(packet -> List.of(dreq(1), packet, dreq(2)));
        beforeClient.attack(packet -> List.of(dreq(1), packet, dreq(2)));
        for (int i = 0; i < TIMES; i++) {
            exchange(id, child);
        }

        assertThat(server.context.counters().get(Counter.DROPPED_NOT_PROTECTED)).isPositive();
        assertThat(client.context.counters().get(Counter.DROPPED_NOT_PROTECTED)).isPositive();
        assertThat(server.channel.pollCmEvent()).isNull();
        assertThat(client.channel.pollCmEvent()).isNull();
    }

    /** What was genuine once, of this connection or of one before, isn't when it comes again. */
    @Test
    void shouldHeedNothingThatComesAgain() throws InterruptedException {
        server.listen(8);
        CmId first = client.ready(server);
        first.connect(ConnParam.EMPTY);
        CmId child = accept();
        exchange(first, child);
        first.disconnect();
        client.await(CmEventType.DISCONNECTED);
        server.await(CmEventType.DISCONNECTED);
        List<byte[]> before = List.copyOf(beforeServer.seen());
        CmId id = client.ready(server);
        AtomicInteger times = new AtomicInteger();
        beforeServer.attack(packet -> {
            List<byte[]> all = new ArrayList<>(times.getAndIncrement() < 3 ? before : List.of());
            all.add(packet);
            all.add(packet.clone());
            return all;
        });
        id.connect(ConnParam.EMPTY);
        CmId second = accept();
        exchange(id, second);

        assertThat(server.context.counters().get(Counter.DROPPED_REPLAY)).isPositive();
        assertThat(server.channel.pollCmEvent()).isNull();
    }
}
