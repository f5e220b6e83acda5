package org.urdma4j.transport.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.protection.aead.JcaSource;
import org.urdma4j.protection.aead.Libcrypto;
import org.urdma4j.protection.key.ConnectionNames;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.key.Secret;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.memory.RegionTable;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.Gid;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.security.Security;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Packets of one queue pair, from the batch that seals them to the one that opens them. */
class QpSealTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int LENGTH = 1440;
    private static final int PAYLOAD = 4096;
    private static final int LONG = PAYLOAD + 40;
    private static final int ICRC = 4;
    private static final Route NOWHERE = source -> true;
    private static final Gid PEER = Gid.parse("192.0.2.1");
    private static final ConnectionNames NAMES = new ConnectionNames(Role.CLIENT, 1, 2, 3, 4, 5);

    private final TransmitBatch batch = new TransmitBatch(65_000, 44, PayloadMover.COPYING);
    private final ReceivedPacket packet = new ReceivedPacket(PayloadMover.COPYING);
    private PeerKeys client;
    private PeerKeys server;
    private QpSeal sender;
    private QpSeal receiver;

    private void connect(CipherSource source, Rotation rotation) {
        client = keys(source, rotation, Role.CLIENT, 1, 2);
        server = keys(source, rotation, Role.SERVER, 2, 1);
        renew(0, 0);
        sender = client.connect(NAMES, 0);
        receiver = server.connect(NAMES, 0);
    }

    private static PeerKeys keys(
            CipherSource source, Rotation rotation, Role role, int own, int peer) {
        SealSettings settings = new SealSettings(source, Aead.AES_256_GCM, true);
        return new Keyring(settings, asked -> {})
                .add(new Association(PEER, "peer", role, own, peer, rotation, 1));
    }

    private static CipherSource jca() {
        return new JcaSource(Security.getProvider("SunJCE"));
    }

    private void renew(int generation, long nowNs) {
        offer(generation, nowNs);
        server.use(generation, nowNs);
        client.use(generation, nowNs);
    }

    private void offer(int generation, long nowNs) {
        byte[] secret = new byte[48];
        secret[0] = (byte) generation;
        client.add(generation, new Secret(secret), nowNs);
        server.add(generation, new Secret(secret), nowNs);
    }

    /** Fills the batch with as many packets as it takes. */
    private void send(long nowNs) {
        batch.clear();
        batch.sealWith(sender);
        if (!sender.begin(0, nowNs)) {
            throw new AssertionError("no keys");
        }
        while (batch.accepts(LENGTH + ICRC)) {
            int at = batch.begin(NOWHERE);
            int number = batch.count();
            UrdmaBth.write(batch.buffer(), at, UrdmaOpcode.WRITE_MIDDLE, 0, 0, 0xffff, 5, number);
            batch.end(at + LENGTH, LENGTH + ICRC);
        }
    }

    private Counter open(int i, long nowNs) {
        int length = batch.length(i) - ICRC;
        packet.wrap(batch.buffer(), batch.memory(), 0, batch.offset(i), length, PEER);
        return receiver.open(packet, nowNs);
    }

    @Test
    void shouldBeFullBatchesOfEqualPackets() {
        connect(jca(), Rotation.DEFAULT);
        send(0);

        int sealed = LENGTH + 28 + ICRC;
        assertThat(batch.count()).isEqualTo(44);
        for (int i = 0; i < batch.count(); i++) {
            assertThat(batch.length(i)).isEqualTo(sealed);
            assertThat(batch.offset(i)).isEqualTo(i * sealed);
            assertThat(batch.storedLength(i)).isEqualTo(sealed);
            assertThat(open(i, 0)).isNull();
            assertThat(packet.isUrdma()).isTrue();
            assertThat(packet.length()).isEqualTo(LENGTH);
            assertThat(packet.headers().psn()).isEqualTo(i);
        }
    }

    @Test
    void shouldReadPayloadWhereItLies() {
        connect(jca(), Rotation.DEFAULT);
        RegionTable table = new RegionTable(new Random(1));
        MemorySegment memory = Arena.ofAuto().allocate(3 * PAYLOAD);
        byte[] bytes = new byte[3 * PAYLOAD];
        new Random(2).nextBytes(bytes);
        memory.copyFrom(MemorySegment.ofArray(bytes));
        Region region = table.register(memory, 0x1000, 0, 1);
        begin();
        for (int i = 0; i < 3; i++) {
            assertThat(add(region, (long) i * PAYLOAD)).isTrue();
            assertThat(batch.attached().isEmpty()).isTrue();
        }

        for (int i = 0; i < 3; i++) {
            assertThat(open(i, 0)).isNull();
            int at = packet.offset() + LONG - PAYLOAD;
            assertThat(
                            packet.memory()
                                    .asSlice(at, PAYLOAD)
                                    .mismatch(memory.asSlice((long) i * PAYLOAD, PAYLOAD)))
                    .isEqualTo(-1);
        }
    }

    @Test
    void shouldAddNoPacketWhosePayloadIsGone() {
        connect(jca(), Rotation.DEFAULT);
        RegionTable table = new RegionTable(new Random(1));
        begin();
        int end;
        try (Arena arena = Arena.ofShared()) {
            Region region = table.register(arena.allocate(PAYLOAD), 0x1000, 0, 1);
            assertThat(add(region, 0)).isTrue();
            end = batch.attach(batch.begin(NOWHERE) + LONG - PAYLOAD, region, 0, PAYLOAD);
        }
        assertThat(batch.end(end, LONG + ICRC)).isFalse();
        assertThat(batch.count()).isEqualTo(1);
        assertThat(batch.attached().isEmpty()).isTrue();

        assertThat(add(table.register(Arena.ofAuto().allocate(PAYLOAD), 0, 0, 1), 0)).isTrue();
        assertThat(open(0, 0)).isNull();
        assertThat(open(1, 0)).isNull();
    }

    /** Of a packet that waits for its group, as FEC has them, payload is put in its place first. */
    @Test
    void shouldKeepWhatIsSealedAsItIsWhenMoreIsAttached() {
        connect(jca(), Rotation.DEFAULT);
        RegionTable table = new RegionTable(new Random(1));
        Region region = table.register(Arena.ofAuto().allocate(2 * PAYLOAD), 0x1000, 0, 1);
        Region other = table.register(Arena.ofAuto().allocate(PAYLOAD), 0x8000, 0, 1);
        begin();
        assertThat(add(region, PAYLOAD)).isTrue();
        int at = batch.begin(NOWHERE);
        UrdmaBth.write(batch.buffer(), at, UrdmaOpcode.WRITE_MIDDLE, 0, 0, 0xffff, 5, 1);
        int end = batch.attach(at + LONG - PAYLOAD, other, 0, PAYLOAD);
        assertThat(batch.completePacket()).isTrue();
        assertThat(batch.end(end, LONG + ICRC)).isTrue();

        for (int i = 0; i < batch.count(); i++) {
            assertThat(batch.attached().length(i)).isZero();
        }
        batch.settle();

        assertThat(open(0, 0)).isNull();
        assertThat(open(1, 0)).isNull();
    }

    private void begin() {
        batch.clear();
        batch.sealWith(sender);
        assertThat(sender.begin(0, 0)).isTrue();
    }

    private boolean add(Region region, long offset) {
        int at = batch.begin(NOWHERE);
        UrdmaBth.write(
                batch.buffer(), at, UrdmaOpcode.WRITE_MIDDLE, 0, 0, 0xffff, 5, batch.count());
        int place = at + LONG - PAYLOAD;
        batch.memory().asSlice(place, PAYLOAD).fill((byte) 0);
        int end = batch.attach(place, region, offset, PAYLOAD);
        assertThat(batch.memory().get(ValueLayout.JAVA_LONG_UNALIGNED, place)).isZero();
        return batch.end(end, LONG + ICRC);
    }

    @Test
    void shouldOpenEachPacketOnce() {
        connect(jca(), Rotation.DEFAULT);
        send(0);
        byte[] bytes = batch.memory().toArray(ValueLayout.JAVA_BYTE);
        assertThat(open(3, 0)).isNull();
        assertThat(open(1, 0)).isNull();
        batch.memory().copyFrom(MemorySegment.ofArray(bytes));

        assertThat(open(3, 0)).isEqualTo(Counter.DROPPED_REPLAY);
        assertThat(open(1, 0)).isEqualTo(Counter.DROPPED_REPLAY);
        assertThat(open(2, 0)).isNull();
    }

    @Test
    void shouldRefuseWhatTheOtherEndHasSealed() {
        connect(jca(), Rotation.DEFAULT);
        send(0);
        receiver = sender;

        assertThat(open(0, 0)).as("its own, sent back").isEqualTo(Counter.DROPPED_AUTH);
    }

    @Test
    void shouldRefuseWhatIsInTheClear() {
        connect(jca(), Rotation.DEFAULT);
        batch.clear();
        int at = batch.begin(NOWHERE);
        UrdmaBth.write(batch.buffer(), at, UrdmaOpcode.WRITE_MIDDLE, 0, 0, 0xffff, 5, 1);
        batch.end(at + LENGTH, LENGTH + ICRC);

        assertThat(open(0, 0)).isEqualTo(Counter.DROPPED_NOT_PROTECTED);
    }

    @Test
    void shouldUseAGenerationWhenThePeerDoes() {
        connect(jca(), Rotation.DEFAULT);
        offer(1, SECOND);
        assertThat(sender.describe().generation()).isZero();
        assertThat(receiver.describe().generation()).isZero();
        client.use(1, SECOND);
        send(SECOND);
        assertThat(open(0, SECOND)).isNull();

        assertThat(receiver.describe().generation()).isEqualTo(1);
    }

    @Test
    void shouldOpenTheGenerationBeforeForTenSeconds() {
        connect(jca(), Rotation.DEFAULT);
        send(0);
        renew(1, SECOND);

        assertThat(open(0, 11 * SECOND - 1)).isNull();
        assertThat(open(1, 11 * SECOND)).isEqualTo(Counter.DROPPED_EPOCH);
    }

    @Test
    void shouldForgetAGenerationWhenItIsTold() {
        connect(jca(), Rotation.DEFAULT);
        send(0);
        renew(1, SECOND);
        server.forget(0);

        assertThat(open(0, SECOND)).isEqualTo(Counter.DROPPED_EPOCH);
    }

    @Test
    void shouldGiveNewConnectionsTheGenerationToCome() {
        connect(jca(), Rotation.DEFAULT);
        offer(1, SECOND);
        ConnectionNames other = new ConnectionNames(Role.CLIENT, 2, 2, 3, 4, 5);
        sender = client.connect(other, SECOND);
        receiver = server.connect(other, SECOND);
        client.use(1, SECOND);
        send(SECOND);

        assertThat(open(0, SECOND)).isNull();
        assertThat(server.connections()).isEqualTo(2);
        receiver.close();
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void shouldSendNothingWithoutKeys() {
        connect(jca(), Rotation.DEFAULT);
        client.end();

        assertThat(sender.begin(0, 0)).isFalse();
        assertThat(client.connect(NAMES, 0).begin(0, 0)).isFalse();
    }

    @Test
    void shouldLeaveNoGarbage() {
        Optional<Libcrypto> library = Libcrypto.open(Libcrypto.SYSTEM);
        assumeTrue(library.isPresent(), "no libcrypto 3 here (Debian: libssl3)");
        connect(library.get(), Rotation.DEFAULT);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int batches = 1000;
        run(batches);
        long before = threads.getCurrentThreadAllocatedBytes();
        run(batches);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(bytes / (44L * batches)).isZero();
    }

    @Test
    void shouldLeaveNoGarbageInFillAndChaff() {
        Optional<Libcrypto> library = Libcrypto.open(Libcrypto.SYSTEM);
        assumeTrue(library.isPresent(), "no libcrypto 3 here (Debian: libssl3)");
        connect(library.get(), Rotation.DEFAULT);
        sender.fillTo(LENGTH - 4);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int batches = 1000;
        chaff(batches);
        long before = threads.getCurrentThreadAllocatedBytes();
        chaff(batches);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(bytes / (44L * batches)).isZero();
    }

    private void chaff(int batches) {
        for (int i = 0; i < batches; i++) {
            batch.clear();
            batch.sealWith(sender);
            sender.begin(0, 0);
            while (batch.accepts(0)) {
                sender.chaff(batch, NOWHERE, 0xffff, 5, i);
            }
            for (int k = 0; k < batch.count(); k++) {
                if (open(k, 0) != Counter.CHAFF_RCVD || receiver.chaffT1() != i) {
                    throw new AssertionError("packet %d of batch %d".formatted(k, i));
                }
            }
        }
    }

    /** Each plain length becomes the same, and comes back as it was. */
    @Test
    void shouldFillPacketsToOneLength() {
        connect(jca(), Rotation.DEFAULT);
        sender.fillTo(LENGTH);
        batch.clear();
        batch.sealWith(sender);
        sender.begin(0, 0);
        int[] lengths = {LENGTH, 40, LENGTH - 4, 12, 400};
        for (int length : lengths) {
            int at = batch.begin(NOWHERE);
            UrdmaBth.write(batch.buffer(), at, UrdmaOpcode.WRITE_MIDDLE, 0, 0, 0xffff, 5, length);
            batch.end(at + length, length + ICRC);
        }
        sender.chaff(batch, NOWHERE, 0xffff, 5, 77);

        assertThat(batch.count()).isEqualTo(lengths.length + 1);
        for (int i = 0; i < lengths.length; i++) {
            assertThat(batch.length(i)).isEqualTo(LENGTH + 28 + ICRC);
            assertThat(open(i, 0)).isNull();
            assertThat(packet.length()).isEqualTo(lengths[i]);
        }
        assertThat(batch.length(lengths.length)).isEqualTo(LENGTH + 28 + ICRC);
        assertThat(open(lengths.length, 0)).isEqualTo(Counter.CHAFF_RCVD);
        assertThat(sender.takeAddedBytes())
                .isEqualTo(5 * (LENGTH + 28) - IntStream.of(lengths).sum());
    }

    private void run(int batches) {
        for (int i = 0; i < batches; i++) {
            send(0);
            for (int k = 0; k < batch.count(); k++) {
                if (open(k, 0) != null) {
                    throw new AssertionError("packet %d of batch %d".formatted(k, i));
                }
            }
        }
    }
}
