package org.urdma4j.transport.port;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.wire.NetworkHeader;
import org.urdma4j.verbs.Gid;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The network header before a datagram, against those that Linux rxe wrote for the same packets.
 */
class RebuiltHeaderTest {
    /** From golden-ud-v4.log: messages of 0, 100 and 1024 bytes, and 33 with immediate data. */
    private static final String[] RXE = {
        "4500003474a740004011b1750a4d00010a4d0002",
        "4500009874a840004011b1100a4d00010a4d0002",
        "4500043474a940004011ad730a4d00010a4d0002",
        "4500005c74aa40004011b14a0a4d00010a4d0002"
    };

    /** BTH, DETH, what is between, padding and ICRC of these. */
    private static final int[] TRANSPORT_BYTES = {
        12 + 8 + 4, 12 + 8 + 100 + 4, 12 + 8 + 1024 + 4, 12 + 8 + 4 + 33 + 3 + 4
    };

    private static final Gid SENDER = Gid.parse("10.77.0.1");
    private static final Gid RECEIVER = Gid.parse("10.77.0.2");

    private static String text(NetworkHeader header) {
        byte[] bytes = new byte[NetworkHeader.LENGTH];
        header.payloadTo(0, MemorySegment.ofArray(bytes), 0, 20);
        header.payloadTo(20, MemorySegment.ofArray(bytes), 20, 20);
        return HexFormat.of().formatHex(bytes);
    }

    /** Sets the identification to zero and the checksum to what fits then, by its definition. */
    private static String withoutIdentification(String header) {
        int identification = Integer.parseInt(header.substring(8, 12), 16);
        int checksum = Integer.parseInt(header.substring(20, 24), 16);
        int sum = checksum + identification;
        int folded = (sum & 0xffff) + (sum >>> 16);
        return "%s0000%s%04x%s"
                .formatted(
                        header.substring(0, 8),
                        header.substring(12, 20),
                        folded,
                        header.substring(24));
    }

    @Test
    void shouldBeRxesButForTheHiddenIdentification() {
        RebuiltHeader header = new RebuiltHeader(RECEIVER, Gid.class::cast);
        for (int i = 0; i < RXE.length; i++) {
            header.of(SENDER, 0, TRANSPORT_BYTES[i]);
            assertThat(text(header)).isEqualTo("00".repeat(20) + withoutIdentification(RXE[i]));
        }
    }

    @Test
    void shouldKeepTheAddressesOfManySenders() {
        AtomicInteger asked = new AtomicInteger();
        RebuiltHeader header =
                new RebuiltHeader(
                        RECEIVER,
                        source -> {
                            asked.incrementAndGet();
                            return (Gid) source;
                        });
        for (int round = 0; round < 100; round++) {
            header.of(SENDER, 0, 24);
            assertThat(text(header)).contains("0a4d00010a4d0002");
        }
        assertThat(asked).hasValue(1);
        for (int i = 0; i < 2000; i++) {
            Gid sender = Gid.parse("10.%d.%d.7".formatted(i / 256, i % 256));
            header.of(sender, 0, 24);
            assertThat(text(header)).endsWith("0a%02x%02x070a4d0002".formatted(i / 256, i % 256));
        }
    }

    @Test
    void shouldBeAsAGrhOverIpv6() {
        RebuiltHeader header = new RebuiltHeader(Gid.parse("fd77::2"), Gid.class::cast);
        header.of(SENDER, 0, 24);
        header.of(Gid.parse("fd77::1"), 0, 24);
        // Version 6, class and flow label 0; 8 + 24 bytes of UDP, hop limit 64.
        assertThat(text(header))
                .isEqualTo(
                        "6000000000201140"
                                + "fd770000000000000000000000000001"
                                + "fd770000000000000000000000000002");
    }
}
