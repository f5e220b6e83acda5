package org.urdma4j.protection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.protection.aead.PacketCipher;
import org.urdma4j.protection.aead.Sources;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.packet.PacketSeal;
import org.urdma4j.protection.packet.SealedHeader;
import org.urdma4j.protection.testing.Link;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Nobody changes, cuts, mixes or redirects a sealed packet so that it opens. */
class TamperingTest {
    private static final int MARKS_AT = 4;
    private static final int HINTS = Bth.FECN | Bth.BECN;
    private static final int[] LENGTHS = {12, 16, 44, 60, 1452};
    private static final long NUMBER = 0x1234_5678_9abcL;

    private final SplittableRandom random = new SplittableRandom(5);
    private final Link link = new Link(Link.keys(Sources.all().getLast(), 1, Role.CLIENT, 1), 8, 1);

    static List<CipherSource> sources() {
        return Sources.all();
    }

    private PacketCipher cipher(CipherSource source) {
        byte[] key = new byte[Aead.KEY_BYTES];
        random.nextBytes(key);
        return source.create(Aead.AES_256_GCM, key, new byte[Aead.NONCE_BYTES]);
    }

    @ParameterizedTest
    @MethodSource("sources")
    void shouldOpenNothingWithABitChanged(CipherSource source) {
        try (PacketCipher cipher = cipher(source)) {
            for (int length : LENGTHS) {
                byte[] genuine = link.sealed(random, length, 8, NUMBER + length, cipher);
                assertThat(link.open(genuine, cipher)).isEqualTo(length);
                byte[] plain = link.plain(length);
                for (int bit = 0; bit < genuine.length * 8; bit++) {
                    byte[] changed = genuine.clone();
                    changed[bit / 8] ^= (byte) (0x80 >> bit % 8);
                    int opened = link.open(changed, cipher);
                    if (bit / 8 == MARKS_AT) {
                        assertThat(opened).isEqualTo(length);
                        assertOnlyHintsDiffer(plain, link.plain(length), changed[MARKS_AT]);
                    } else if (opened != PacketSeal.FORGED) {
                        assertThat(opened).as("bit %d", bit).isEqualTo(PacketSeal.FORGED);
                    }
                }
            }
        }
    }

    /** What a router may set comes through; the reserved bits beside it don't. */
    private static void assertOnlyHintsDiffer(byte[] plain, byte[] opened, byte marks) {
        byte[] expected = plain.clone();
        expected[MARKS_AT] |= (byte) (marks & 0xc0);
        assertThat(opened).isEqualTo(expected);
        assertThat(Bth.flags(ByteBuffer.wrap(opened), 0) & HINTS)
                .isEqualTo(Bth.flags(ByteBuffer.wrap(expected), 0) & HINTS);
    }

    @ParameterizedTest
    @MethodSource("sources")
    void shouldOpenNothingOfAnotherLength(CipherSource source) {
        try (PacketCipher cipher = cipher(source)) {
            for (int length : LENGTHS) {
                byte[] genuine = link.sealed(random, length, 0, NUMBER + length, cipher);
                for (int cut = 0; cut < genuine.length + 64; cut++) {
                    if (cut != genuine.length) {
                        assertThat(link.open(Arrays.copyOf(genuine, cut), cipher))
                                .as("%d of %d bytes", cut, genuine.length)
                                .isEqualTo(PacketSeal.FORGED);
                    }
                }
                byte[] front = Arrays.copyOfRange(genuine, 4, genuine.length);
                assertThat(link.open(front, cipher)).isEqualTo(PacketSeal.FORGED);
            }
        }
    }

    /** Header, text and tag of three packets of one key, in every mixture. */
    @Test
    void shouldOpenNothingThatIsMixed() {
        int length = 60;
        try (PacketCipher cipher = cipher(Sources.all().getFirst())) {
            byte[][] genuine = new byte[3][];
            for (int i = 0; i < 3; i++) {
                genuine[i] = link.sealed(random, length, 0, NUMBER + i, cipher);
            }
            int text = SealedHeader.LENGTH;
            int tag = genuine[0].length - Aead.TAG_BYTES;
            for (int i = 0; i < 27; i++) {
                byte[] mixed = genuine[i % 3].clone();
                System.arraycopy(genuine[i / 3 % 3], text, mixed, text, tag - text);
                System.arraycopy(genuine[i / 9], tag, mixed, tag, Aead.TAG_BYTES);
                boolean whole = Arrays.equals(mixed, genuine[i % 3]);
                assertThat(whole).isEqualTo(i % 3 == i / 3 % 3 && i % 3 == i / 9);

                assertThat(link.open(mixed, cipher))
                        .as("mixture %d", i)
                        .isEqualTo(whole ? length : PacketSeal.FORGED);
            }
        }
    }

    /** Both directions, queue pairs, generations and epochs, each with the keys of each. */
    @Test
    void shouldOpenOnlyWhatIsSealedForIt() {
        CipherSource source = Sources.all().getFirst();
        List<PacketCipher> ciphers = new ArrayList<>();
        for (int generation = 0; generation < 3; generation++) {
            for (int qpn = 1; qpn < 4; qpn++) {
                for (Role sender : Role.values()) {
                    for (int epoch = 0; epoch < 3; epoch++) {
                        ciphers.add(Link.keys(source, generation, sender, qpn).apply(epoch));
                    }
                }
            }
        }
        for (int sealing = 0; sealing < ciphers.size(); sealing++) {
            byte[] packet = link.sealed(random, 44, 0, NUMBER, ciphers.get(sealing));
            for (int opening = 0; opening < ciphers.size(); opening++) {
                assertThat(link.open(packet, ciphers.get(opening)))
                        .isEqualTo(sealing == opening ? 44 : PacketSeal.FORGED);
            }
        }
        ciphers.forEach(PacketCipher::close);
    }

    /** A number that names another epoch finds another key. */
    @Test
    void shouldNotTakeAPacketForAnotherEpoch() {
        var keys = Link.keys(Sources.all().getFirst(), 1, Role.CLIENT, 9);
        Link receiver = new Link(keys, 8, 1);
        byte[] packet = receiver.sealed(random, 44, 0, 5, keys.apply(0));
        for (int number = 0; number < 3 << 8; number++) {
            byte[] renumbered = packet.clone();
            renumbered[10] = (byte) (number >> 8);
            renumbered[11] = (byte) number;
            if (number != 5) {
                assertThat(receiver.receive(renumbered)).isEqualTo(Link.REFUSED);
            }
        }
        assertThat(receiver.receive(packet)).isEqualTo(44);
    }
}
