package org.urdma4j.gateway.fec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Udp;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

class TagBitsTest {
    private static final int UDP = Ipv6.LENGTH;
    private static final int BTH = UDP + Udp.LENGTH;
    private static final int PAYLOAD = 64;

    private static ByteBuffer packet(SplittableRandom random, int flags) {
        byte[] bytes = new byte[BTH + Bth.LENGTH + PAYLOAD];
        random.nextBytes(bytes);
        ByteBuffer b = ByteBuffer.wrap(bytes);
        Bth.write(b, BTH, Opcode.RC_RDMA_WRITE_MIDDLE, flags, 0, 0xffff, 17, random.nextInt());
        Ipv6.write(
                b,
                0,
                2,
                0,
                bytes.length - UDP,
                Ipv4.PROTOCOL_UDP,
                64,
                random.nextLong(),
                random.nextLong(),
                random.nextLong(),
                random.nextLong());
        checksum(b, Udp.NO_CHECKSUM);
        return b;
    }

    private static void checksum(ByteBuffer b, int value) {
        Udp.write(b, UDP, 0xc000, Udp.ROCE_PORT, b.limit() - UDP, value);
        if (value == Udp.NO_CHECKSUM) {
            int sum = Udp.checksumOverIpv6(b, 0, UDP);
            Udp.write(b, UDP, 0xc000, Udp.ROCE_PORT, b.limit() - UDP, sum);
        }
    }

    @Test
    void checksumsShouldStayRightAndTheFlagsBesideUntouched() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 20_000; i++) {
            ByteBuffer b = packet(random, random.nextBoolean() ? Bth.FECN : 0);
            int before = b.get(BTH + 4);
            short untouched = b.getShort(BTH - 2);
            int tag = random.nextInt(64);

            TagBits.setBehindUdp(b, BTH, tag);

            assertThat(TagBits.get(b, BTH)).isEqualTo(tag);
            assertThat(b.get(BTH + 4) & 0xc0).isEqualTo(before & 0xc0);
            short corrected = b.getShort(BTH - 2);
            b.putShort(BTH - 2, (short) 0);
            assertThat(corrected & 0xffff).isEqualTo(Udp.checksumOverIpv6(b, 0, UDP));
            b.putShort(BTH - 2, corrected);
            TagBits.setBehindUdp(b, BTH, 0);
            assertThat(b.getShort(BTH - 2)).isEqualTo(untouched);
        }
    }

    @Test
    void aChecksumThatIsNotThereShouldNotAppear() {
        ByteBuffer b = packet(new SplittableRandom(2), 0);
        b.putShort(BTH - 2, (short) 0);

        TagBits.setBehindUdp(b, BTH, 63);

        assertThat(b.getShort(BTH - 2)).isZero();
    }
}
