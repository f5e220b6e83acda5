package org.urdma4j.codec.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

class IpCmHeaderTest {
    private static final long PREFIX = 0xfd00_0001_0002_0003L;
    private static final long IPV4 = 0x0000_ffff_0a4d_0001L;

    private final ByteBuffer b = ByteBuffer.allocate(40);

    @Test
    void shouldPutIpv4BehindZeros() {
        Arrays.fill(b.array(), (byte) -1);
        IpCmHeader.write(b, 2, 0xd3b8, 0, IPV4, 0, IPV4 + 1);
        assertThat(HexFormat.of().formatHex(b.array()))
                .isEqualTo(
                        ("ffff 00 40 d3b8 000000000000000000000000 0a4d0001"
                                        + " 000000000000000000000000 0a4d0002 ffff")
                                .replace(" ", ""));
    }

    @Test
    void shouldWriteAndReadIpv6() {
        IpCmHeader.write(b, 1, 7174, PREFIX, 0x8000_0000_0000_0001L, PREFIX, 2);
        assertThat(HexFormat.of().formatHex(b.array(), 1, 37))
                .isEqualTo(
                        "00601c06"
                                + "fd000001000200038000000000000001"
                                + "fd000001000200030000000000000002");
        assertThat(IpCmHeader.isValid(b, 1)).isTrue();
        assertThat(IpCmHeader.ipVersion(b, 1)).isEqualTo(6);
        assertThat(IpCmHeader.sourcePort(b, 1)).isEqualTo(7174);
        assertThat(IpCmHeader.sourcePrefix(b, 1)).isEqualTo(PREFIX);
        assertThat(IpCmHeader.sourceInterface(b, 1)).isEqualTo(0x8000_0000_0000_0001L);
        assertThat(IpCmHeader.destinationPrefix(b, 1)).isEqualTo(PREFIX);
        assertThat(IpCmHeader.destinationInterface(b, 1)).isEqualTo(2);
    }

    @Test
    void shouldWriteMixedAddressesAsIpv6() {
        IpCmHeader.write(b, 0, 1, 0, IPV4, PREFIX, 2);
        assertThat(IpCmHeader.ipVersion(b, 0)).isEqualTo(6);
        assertThat(IpCmHeader.sourceInterface(b, 0)).isEqualTo(IPV4);
    }

    @Test
    void shouldTellOtherVersions() {
        IpCmHeader.write(b, 0, 1, 0, IPV4, 0, IPV4);
        b.put(0, (byte) 0x10);
        assertThat(IpCmHeader.isValid(b, 0)).isFalse();
        b.put(0, (byte) 0).put(1, (byte) 0x50);
        assertThat(IpCmHeader.isValid(b, 0)).isFalse();
    }

    @Test
    void shouldMakeServiceIds() {
        assertThat(ServiceId.of(PortSpace.TCP, 0)).isEqualTo(0x0106_0000L);
        assertThat(ServiceId.of(PortSpace.TCP, 65535)).isEqualTo(0x0106_ffffL);
        assertThat(ServiceId.of(PortSpace.UDP, 7174)).isEqualTo(0x0111_1c06L);
        assertThat(ServiceId.port(0x0111_1c06L)).isEqualTo(7174);
        assertThat(ServiceId.isOf(PortSpace.UDP, 0x0111_1c06L)).isTrue();
        assertThat(ServiceId.isOf(PortSpace.TCP, 0x0111_1c06L)).isFalse();
        assertThat(ServiceId.isOf(PortSpace.TCP, 0x1_0106_1c06L)).isFalse();
        assertThatThrownBy(() -> ServiceId.of(PortSpace.TCP, 65536)).hasMessageContaining("65536");
        assertThatThrownBy(() -> ServiceId.of(PortSpace.TCP, -1)).hasMessageContaining("-1");
    }
}
