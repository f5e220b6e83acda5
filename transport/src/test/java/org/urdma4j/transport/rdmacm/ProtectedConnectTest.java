package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.protection.key.Secret;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.seal.Rotation;
import org.urdma4j.transport.seal.SharedKeys;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.ConnParam;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.IntStream;

/** Connections between devices whose packets are sealed, and between such and others. */
@Timeout(60)
class ProtectedConnectTest {
    private static final String ONE = "192.0.2.1";
    private static final String OTHER = "192.0.2.2";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final MemoryNetwork network = new MemoryNetwork("sealed");
    private final SharedKeys keys = new SharedKeys(true, Rotation.DEFAULT);
    private CmEnd client;
    private CmEnd server;

    private void openBoth(SharedKeys shared) {
        client = CmEnd.inMemory(network, ONE, shared.protection());
        server = CmEnd.inMemory(network, OTHER, shared.protection());
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private CmId connect(CmId id) throws InterruptedException {
        id.connect(ConnParam.EMPTY);
        CmId child = server.await(CmEventType.CONNECT_REQUEST).id();
        server.createQp(child);
        child.accept(ConnParam.EMPTY);
        client.await(CmEventType.ESTABLISHED);
        server.await(CmEventType.ESTABLISHED);
        return child;
    }

    private void exchange(CmId id, CmId child) {
        client.region.segment().setString(0, "sealed");
        server.receive(child, 0, 64);
        client.send(id, 0, 8);
        assertThat(client.awaitCompletion().status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(server.awaitCompletion().status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(server.region.segment().getString(0)).isEqualTo("sealed");
    }

    private static long count(CmEnd end, Counter counter) {
        return end.context.counters().get(counter);
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> assertThat(e.errno()).isEqualTo(Errno.EPROTONOSUPPORT));
    }

    @Test
    void shouldConnectSendAndDisconnect() throws InterruptedException {
        openBoth(keys);
        CmId listener = server.listen(1);
        CmId id = client.ready(server);
        CmId child = connect(id);
        exchange(id, child);
        id.disconnect();
        client.await(CmEventType.DISCONNECTED);
        server.await(CmEventType.DISCONNECTED);

        assertThat(count(client, Counter.DROPPED_NOT_PROTECTED)).isZero();
        assertThat(count(server, Counter.DROPPED_NOT_PROTECTED)).isZero();
        listener.close();
    }

    @Test
    void shouldCarryOnUnderNewGenerations() throws InterruptedException {
        openBoth(keys);
        CmId listener = server.listen(1);
        CmId id = client.ready(server);
        CmId child = connect(id);
        for (int generation = 1; generation < 300; generation++) {
            byte[] secret = new byte[48];
            secret[0] = (byte) generation;
            renew(server, ONE, generation & 0xff, secret);
            renew(client, OTHER, generation & 0xff, secret);
            exchange(id, child);
        }
        // Probes of the path MTU and their answers may be on their way while keys change.
        assertThat(count(server, Counter.DROPPED_EPOCH))
                .isLessThanOrEqualTo(
                        count(client, Counter.PATH_MTU_PROBES_SENT)
                                + count(server, Counter.PATH_MTU_PROBES_SENT));
        assertThat(count(server, Counter.DROPPED_AUTH)).isZero();
        listener.close();
    }

    private static void renew(CmEnd end, String peer, int generation, byte[] secret) {
        end.withKeys(
                Gid.parse(peer),
                (all, nowNs) -> {
                    all.add(generation, new Secret(secret), nowNs);
                    all.use(generation, nowNs);
                    all.forget((generation - 1) & 0xff);
                });
    }

    @Test
    void shouldEndConnectionsWithTheirKeys() throws InterruptedException {
        openBoth(keys);
        CmId listener = server.listen(1);
        CmId id = client.ready(server);
        connect(id);
        client.receive(id, 0, 64);
        client.removeKeys(Gid.parse(OTHER));

        WorkCompletion flushed = client.awaitCompletion();
        assertThat(flushed.status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
        assertThat(id.qp().state()).isEqualTo(QpState.ERR);
        listener.close();
    }

    /** As when a peer is started again that hasn't taken leave of its keys yet. */
    @Test
    void shouldAskForNewKeysIfTheyEndWhileItAsks() throws InterruptedException {
        openBoth(keys);
        CmId listener = server.listen(1);
        CmId id = client.ready(server);
        server.removeKeys(Gid.parse(ONE));
        id.connect(ConnParam.EMPTY); // under keys that the peer has no more
        client.removeKeys(Gid.parse(OTHER));
        CmId child = server.await(CmEventType.CONNECT_REQUEST).id();
        server.createQp(child);
        child.accept(ConnParam.EMPTY);
        client.await(CmEventType.ESTABLISHED);
        server.await(CmEventType.ESTABLISHED);
        exchange(id, child);

        assertThat(id.qp().protection()).isPresent();
        assertThat(child.qp().protection()).isPresent();
        listener.close();
    }

    @Test
    void shouldAskForKeysThatEndBeforeItAsks() throws InterruptedException {
        openBoth(keys);
        CmId listener = server.listen(1);
        CmId id = client.ready(server);
        server.removeKeys(Gid.parse(ONE));
        client.removeKeys(Gid.parse(OTHER));
        assertRefused(() -> id.connect(ConnParam.EMPTY.urdma(false)));
        exchange(id, connect(id));

        assertThat(id.qp().protection()).isPresent();
        listener.close();
    }

    @Test
    void shouldNotGoOnInTheClearIfKeysEndWhereTheyAreOnlyAllowed() throws InterruptedException {
        openBoth(new SharedKeys(false, Rotation.DEFAULT));
        CmId listener = server.listen(1);
        CmId id = client.ready(server);
        server.removeKeys(Gid.parse(ONE));
        id.connect(ConnParam.EMPTY);
        client.removeKeys(Gid.parse(OTHER));
        CmId child = server.await(CmEventType.CONNECT_REQUEST).id();
        server.createQp(child);
        child.accept(ConnParam.EMPTY);

        assertThat(client.await(CmEventType.CONNECT_ERROR).status())
                .isEqualTo(-Errno.EPROTONOSUPPORT.value());
        listener.close();
    }

    @Test
    void shouldSayWhyThereAreNoKeys() throws InterruptedException {
        client = CmEnd.inMemory(network, ONE, keys.protection());
        server = CmEnd.inMemory(network, OTHER);
        CmId id = client.createId();
        id.resolveAddr(null, server.at(CmEnd.PORT), PATIENCE);
        client.await(CmEventType.ADDR_RESOLVED);
        id.resolveRoute(PATIENCE);
        CmEvent event = client.await(CmEventType.ROUTE_ERROR);

        assertThat(event.describe()).endsWith("nobody shares keys with ::ffff:192.0.2.2");
        assertThat(event.status()).isEqualTo(-Errno.ECONNREFUSED.value());
    }

    @Test
    void shouldRefuseThoseWhoAskInTheClear() throws InterruptedException {
        client = CmEnd.inMemory(network, ONE);
        server = CmEnd.inMemory(network, OTHER, keys.protection());
        CmId listener = server.listen(1);
        CmId id = client.ready(server);
        id.connect(ConnParam.EMPTY);
        CmEvent event = client.await(CmEventType.REJECTED);

        assertThat(event.status()).isEqualTo(CmEvent.REJECTED_BY_PEER);
        assertThat(event.describe()).contains("protected connections only");
        String said = new String(event.conn().privateData(), StandardCharsets.US_ASCII);
        assertThat(said).startsWith("protection required");
        assertThat(count(server, Counter.DROPPED_NOT_PROTECTED)).isPositive();
        assertThat(server.context.connections().size()).isZero();
        listener.close();
    }

    @Test
    void shouldConnectInTheClearWhereThatIsAllowed() throws InterruptedException {
        client = CmEnd.inMemory(network, ONE);
        SharedKeys allowed = new SharedKeys(false, Rotation.DEFAULT);
        server = CmEnd.inMemory(network, OTHER, allowed.protection());
        CmId listener = server.listen(1);
        CmId id = client.ready(server);
        exchange(id, connect(id));
        assertThat(id.qp().protection()).isEmpty();
        listener.close();
    }

    @Test
    void shouldSealWhereBothCanAlthoughItIsOnlyAllowed() throws InterruptedException {
        openBoth(new SharedKeys(false, Rotation.DEFAULT));
        CmId listener = server.listen(1);
        CmId id = client.ready(server);
        exchange(id, connect(id));

        assertThat(id.qp().protection())
                .hasValueSatisfying(protection -> {
                    assertThat(protection.peerName()).isEqualTo("shared");
                    assertThat(protection.suite()).isEqualTo("AES-256-GCM");
                    assertThat(protection.implementation()).startsWith("SunJCE");
                    assertThat(protection.generation()).isZero();
                });
        listener.close();
    }

    @Test
    void shouldNeverFallBackToStandard() throws InterruptedException {
        openBoth(keys);
        CmId listener = server.listen(1);
        CmId id = client.ready(server);
        assertRefused(() -> id.connect(ConnParam.EMPTY.urdma(false)));
        assertRefused(() -> id.connect(ConnParam.EMPTY.privateData(new byte[40])));
        id.connect(ConnParam.EMPTY);
        CmId child = server.await(CmEventType.CONNECT_REQUEST).id();
        server.createQp(child);
        assertRefused(() -> child.accept(ConnParam.EMPTY.urdma(false)));
        listener.close();
    }

    @Test
    void shouldRefuseWhatCantBeProtected() {
        openBoth(keys);
        for (QpType type : new QpType[] {QpType.UC, QpType.UD}) {
            QpInitAttr init = QpInitAttr.builder().cq(client.completions).qpType(type).build();
            assertRefused(() -> client.domain.createQp(init));
        }
        QpInitAttr init = QpInitAttr.builder().cq(client.completions).build();
        QueuePair pair = client.domain.createQp(init);
        QpEndpoint own = new QpEndpoint(pair.qpNum(), 1, Gid.parse(ONE));
        QpEndpoint peer = new QpEndpoint(77, 1, Gid.parse(OTHER));
        assertRefused(() -> QpAttrs.connect(pair, own, peer, new QpAttr()));
    }

    @Test
    void shouldTakeNoticeOfNothingThatAStrangerSays() throws InterruptedException {
        openBoth(keys);
        CmId listener = server.listen(1);
        CmId id = client.ready(server);
        CmId child = connect(id);
        try (Attacker attacker = new Attacker(network, Gid.parse("192.0.2.3"), Gid.parse(OTHER))) {
            attacker.send(IntStream.range(1, 201).mapToObj(FloodTest::req).toList());
            exchange(id, child);
            assertThat(count(server, Counter.DROPPED_NOT_PROTECTED)).isEqualTo(200);
            assertThat(attacker.answers()).as("ten a second").isBetween(1L, 60L);
        }
        assertThat(server.channel.pollCmEvent()).isNull();
        listener.close();
    }
}
