package org.urdma4j.transport.seal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.urdma.SealedPacket;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.JcaSource;
import org.urdma4j.protection.key.KeySchedule;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.key.Secret;
import org.urdma4j.protection.packet.CellSeal;
import org.urdma4j.protection.packet.SealedHeader;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.Gid;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.Security;
import java.util.SplittableRandom;

/** Cells under keys that change, as the two ends of a tunnel have them. */
class TunnelKeysTest {
    private static final int LENGTH = 200;
    private static final int EPOCH = 256;
    private static final long SECOND = 1_000_000_000;

    private final SplittableRandom random = new SplittableRandom(8);
    private final MemorySegment memory = Arena.ofAuto().allocate(256, 8);
    private final ByteBuffer b = memory.asByteBuffer();
    private final TunnelKeys client = end(Role.CLIENT, 1, 2);
    private final TunnelKeys server = end(Role.SERVER, 2, 1);
    private final byte[] text = new byte[LENGTH - CellSeal.OVERHEAD];

    private static TunnelKeys end(Role role, int own, int peers) {
        Gid peer = Gid.of(InetAddress.ofLiteral("192.0.2." + peers));
        return new TunnelKeys(
                new Association(peer, "", role, own, peers, new Rotation(8, 600 * SECOND), 1),
                new SealSettings(
                        new JcaSource(Security.getProvider("SunJCE")), Aead.AES_256_GCM, true));
    }

    private void generation(int number, int of, TunnelKeys... ends) {
        for (TunnelKeys each : ends) {
            byte[] secret = new byte[KeySchedule.SECRET_BYTES];
            secret[0] = (byte) of;
            each.add(number, new Secret(secret), 0);
        }
    }

    private byte[] sealed(TunnelKeys by, long nowNs) {
        random.nextBytes(text);
        b.put(CellSeal.HEADER, text);
        by.seal(memory, b, 0, LENGTH, nowNs);
        byte[] cell = new byte[LENGTH];
        b.get(0, cell);
        return cell;
    }

    private Counter open(TunnelKeys by, byte[] cell, long nowNs) {
        b.put(0, cell);
        return by.open(memory, b, 0, cell.length, nowNs);
    }

    private void assertGoes(TunnelKeys from, TunnelKeys to, long nowNs) {
        assertThat(open(to, sealed(from, nowNs), nowNs)).isNull();
        byte[] came = new byte[text.length];
        b.get(CellSeal.HEADER, came);
        assertThat(came).isEqualTo(text);
    }

    private void begin() {
        generation(0, 1, client, server);
        client.use(0, 0);
        server.use(0, 0);
    }

    @Test
    void shouldSealBothWaysUnderManyKeys() {
        assertThat(client.canSeal()).isFalse();
        begin();
        for (int i = 0; i < 5 * EPOCH; i++) {
            assertGoes(client, server, i);
            assertGoes(server, client, i);
        }
    }

    @Test
    void shouldTakeACellOnceAndFromTheOtherEndAlone() {
        begin();
        byte[] cell = sealed(client, 0);
        assertThat(open(client, cell, 0)).isEqualTo(Counter.DROPPED_EPOCH);
        byte[] back = cell.clone();
        ByteBuffer.wrap(back).putInt(SealedHeader.LENGTH, 1);
        assertThat(open(client, back, 0)).isEqualTo(Counter.DROPPED_AUTH);
        byte[] changed = cell.clone();
        changed[LENGTH - 20] ^= 1;
        assertThat(open(server, changed, 0)).isEqualTo(Counter.DROPPED_AUTH);
        assertThat(open(server, cell, 0)).isNull();
        assertThat(open(server, cell, 0)).isEqualTo(Counter.DROPPED_REPLAY);
    }

    /** The next generation is opened when it is there, the one before for 10 s more. */
    @Test
    void shouldGoFromOneGenerationToTheNext() {
        begin();
        byte[] early = sealed(client, 0);
        byte[] late = sealed(client, 0);
        generation(1, 2, client);
        client.use(1, 1);
        byte[] next = sealed(client, 1);
        assertThat(SealedPacket.generation(ByteBuffer.wrap(next), 0)).isEqualTo(1);
        assertThat(SealedPacket.number(ByteBuffer.wrap(next), 0)).isZero();
        assertThat(open(server, next, 1)).isEqualTo(Counter.DROPPED_EPOCH);

        generation(1, 2, server);
        assertThat(open(server, next, 2)).isNull();
        assertThat(open(server, early, 3)).isNull();
        assertThat(open(server, late, 2 + Generations.GRACE_NS)).isEqualTo(Counter.DROPPED_EPOCH);
        assertGoes(server, client, 4); // it knows now that the client has it
    }

    @Test
    void shouldHaveKeysOfItsOwnAlone() {
        generation(0, 1, client);
        generation(0, 2, server);
        client.use(0, 0);
        server.use(0, 0);
        assertThat(open(server, sealed(client, 0), 0)).isEqualTo(Counter.DROPPED_AUTH);
        client.close();
        assertThat(client.canSeal()).isFalse();
    }
}
