package org.urdma4j.protection;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.protection.aead.PacketCipher;
import org.urdma4j.protection.aead.Sources;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.packet.PacketSeal;
import org.urdma4j.protection.packet.SealedHeader;
import org.urdma4j.protection.testing.Link;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/**
 * {@link HostilePacketsTest} led by what was covered: a search finds its own inputs, and those
 * under {@code SealedFuzzTestInputs} run as plain tests. To search on:
 *
 * <pre>JAZZER_FUZZ=1 ./mvnw -pl protection verify -Dtest=SealedFuzzTest#peers</pre>
 */
class SealedFuzzTest {
    private static final int GENERATION = 1;
    private static final int BITS = 8;
    private static final int LENGTH = 60;
    private static final int MOST = 9000;

    /** Switches write into it. */
    private static final int MARKS_AT = 4;

    private final IntFunction<PacketCipher> keys =
            Link.keys(Sources.all().getLast(), GENERATION, Role.CLIENT, Link.QPN);
    private final Link link = new Link(keys, BITS, GENERATION);

    /** Any bytes at all, from somebody without the keys. */
    @FuzzTest(maxDuration = "2m")
    void strangers(byte[] input) {
        assertThat(link.receive(cut(input))).isEqualTo(Link.REFUSED);
    }

    /** A genuine packet, the bytes of the input added to it by exclusive or, and cut or longer. */
    @FuzzTest(maxDuration = "2m")
    void changed(byte[] input) {
        byte[] genuine;
        try (PacketCipher cipher = keys.apply(0)) {
            genuine = link.sealed(new SplittableRandom(1), LENGTH, 0, 3, cipher);
        }
        byte[] packet = input.length == 0 ? genuine : Arrays.copyOf(genuine, length(input));
        boolean same = packet.length == genuine.length;
        for (int i = 0; i < Math.min(packet.length, input.length - 1); i++) {
            packet[i] ^= input[i + 1];
            same &= i == MARKS_AT || input[i + 1] == 0;
        }
        int opened = link.receive(packet);
        assertThat(opened).isEqualTo(same ? LENGTH : Link.REFUSED);
        if (same) {
            assertThat(link.receive(packet)).as("a second time").isEqualTo(Link.REFUSED);
        }
    }

    private static int length(byte[] input) {
        return LENGTH + PacketSeal.OVERHEAD + input[0];
    }

    /** What a peer with the keys makes up: it may be nonsense, but never leaves the packet. */
    @FuzzTest(maxDuration = "2m")
    void peers(byte[] input) {
        byte[] text = cut(input);
        try (PacketCipher own = keys.apply(0)) {
            int opened = link.open(link.sealedText(text, 5, own), own);
            if (opened > 0) {
                assertThat(opened).isBetween(Bth.LENGTH, Bth.LENGTH + text.length);
            } else {
                assertThat(opened).isIn(PacketSeal.FORGED, PacketSeal.MALFORMED, PacketSeal.CHAFF);
            }
        }
    }

    private static byte[] cut(byte[] input) {
        return Arrays.copyOf(input, Math.min(input.length, MOST - SealedHeader.LENGTH));
    }
}
