package org.urdma4j.protection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.urdma.SealedPacket;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.protection.aead.PacketCipher;
import org.urdma4j.protection.aead.Sources;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.packet.PacketSeal;
import org.urdma4j.protection.packet.SealedHeader;
import org.urdma4j.protection.testing.Link;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Packets of somebody without the keys, a million unless {@code -Durdma.fuzz.packets} says
 * otherwise: none is taken, nothing throws, and genuine ones between them are.
 */
class HostilePacketsTest {
    private static final int PACKETS = Integer.getInteger("urdma.fuzz.packets", 1_000_000);
    private static final int GENUINE_EVERY = 1000;
    private static final int SEEN = 64;
    private static final int BITS = 8;
    private static final int LENGTH = 60;
    private static final long SEED = Nightly.seed(21);

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final IntFunction<PacketCipher> keys =
            Link.keys(Sources.all().getFirst(), 1, Role.CLIENT, Link.QPN);
    private final Link link = new Link(keys, BITS, 1);
    private final byte[][] delivered = new byte[SEEN][];
    private final byte[][] taken = new byte[SEEN][];
    private long next;
    private int epoch = -1;
    private PacketCipher cipher;

    private byte[] genuine() {
        if (next >> BITS != epoch) {
            epoch = (int) (next >> BITS);
            cipher = keys.apply(epoch);
        }
        return link.sealed(random, LENGTH, 0, next++, cipher);
    }

    private static int slot(int round) {
        return round % SEEN;
    }

    /** What an attacker who sees packets, and takes some away, can make of them. */
    private byte[] hostile() {
        byte[] packet = taken[random.nextInt(SEEN)].clone();
        switch (random.nextInt(8)) {
            case 0 -> {
                packet = new byte[random.nextInt(200)];
                random.nextBytes(packet);
            }
            case 1 -> changeOutsideMarks(packet);
            case 2 -> packet = Arrays.copyOf(packet, random.nextInt(packet.length));
            case 3 -> packet = Arrays.copyOf(packet, packet.length + random.nextInt(1, 100));
            case 4 -> renumber(packet, random.nextLong(1L << random.nextInt(1, 48)));
            case 5 -> renumber(packet, next + random.nextInt(3 << BITS));
            case 6 -> {
                // more than the few last bytes, which may be the same by chance
                int at = random.nextInt(SealedHeader.LENGTH - 4, packet.length - 12);
                byte[] other = delivered[random.nextInt(SEEN)];
                System.arraycopy(other, at, packet, at, packet.length - at);
            }
            default -> {
                packet = delivered[random.nextInt(SEEN)].clone();
                packet[4] = (byte) random.nextInt();
            }
        }
        return packet;
    }

    private void changeOutsideMarks(byte[] packet) {
        int at = random.nextInt(packet.length);
        packet[at == 4 ? 5 : at] ^= (byte) random.nextInt(1, 256);
    }

    private static void renumber(byte[] packet, long number) {
        ByteBuffer b = ByteBuffer.wrap(packet);
        long other = number == SealedPacket.number(b, 0) ? number + 1 : number;
        Link.renumber(b, 0, 1, other);
    }

    @Test
    void shouldTakeNoneAndNotThrow() {
        for (int i = 0; i < SEEN; i++) {
            deliverOneOfTwo(i);
        }
        for (int i = 0; i < PACKETS; i++) {
            if (i % GENUINE_EVERY == 0) {
                deliverOneOfTwo(i / GENUINE_EVERY);
            }
            byte[] packet = hostile();
            if (link.receive(packet) != Link.REFUSED) {
                throw new AssertionError(
                        "seed %d, packet %d: %s".formatted(SEED, i, Arrays.toString(packet)));
            }
        }
    }

    private void deliverOneOfTwo(int round) {
        delivered[slot(round)] = genuine();
        taken[slot(round)] = genuine();
        assertThat(link.receive(delivered[slot(round)])).isEqualTo(LENGTH);
    }

    /** A peer with the keys may seal nonsense: that is no forgery, and throws nothing either. */
    @Test
    void shouldJudgeWhatAPeerMakesUp() {
        // forged: too short for a header, which is said before the tag is looked at
        Map<Integer, Integer> verdicts = new TreeMap<>();
        PacketCipher own = keys.apply(0);
        for (int number = 0; number < PACKETS / 10; number++) {
            byte[] text = new byte[random.nextInt(1, 100)];
            random.nextBytes(text);
            if (text.length > 7 && random.nextBoolean()) {
                text[0] = (byte) 0xc7;
                text[1] &= (byte) 0xf0;
                text[2] = 0;
                text[4] &= (byte) 0x80;
            }
            int opened = link.open(link.sealedText(text, number, own), own);
            if (opened > 0) {
                int fill = text[3] & 0xff;
                assertThat(opened).isEqualTo(Bth.LENGTH + text.length - 8 - fill);
            }
            verdicts.merge(Math.min(opened, 1), 1, Integer::sum);
        }
        assertThat(verdicts)
                .containsOnlyKeys(PacketSeal.MALFORMED, PacketSeal.FORGED, PacketSeal.CHAFF, 1);
    }
}
