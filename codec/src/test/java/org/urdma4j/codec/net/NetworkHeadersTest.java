package org.urdma4j.codec.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Grh;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Each header against bytes laid out by hand or built by another implementation. */
class NetworkHeadersTest {
    private static final int AT = 3;

    private static final String IPV4_BY_SCAPY =
            "45b90021123440003d115e340a010203c0a8fffec35012b7000d194f68656c6c6f";
    private static final String IPV6_BY_SCAPY =
            "6b9abcde000d113d20010db8000000000000000000000001fe8000000000000000000000deadbeef"
                    + "c35012b7000d1c2268656c6c6f";

    private final ByteBuffer b = ByteBuffer.allocate(128);

    @Test
    void shouldReadAndWriteEthernet() {
        Ethernet.write(b, AT, 0xf1e2d3c4b5a6L, 0x8091a2b3c4d5L, EtherType.ROCE);
        assertThat(written(Ethernet.LENGTH)).isEqualTo("f1e2d3c4b5a6" + "8091a2b3c4d5" + "8915");
        assertThat(Ethernet.destination(b, AT)).isEqualTo(0xf1e2d3c4b5a6L);
        assertThat(Ethernet.source(b, AT)).isEqualTo(0x8091a2b3c4d5L);
        assertThat(Ethernet.etherType(b, AT)).isEqualTo(0x8915);
        assertThat(Ethernet.toString(b, AT))
                .isEqualTo("Ethernet{dst=f1e2d3c4b5a6 src=8091a2b3c4d5 type=0x8915}");
    }

    @Test
    void shouldIgnoreTheHighBitsOfAnEthernetAddress() {
        Ethernet.write(b, AT, -1L, -1L << 48, EtherType.IPV4);
        assertThat(written(Ethernet.LENGTH)).isEqualTo("ffffffffffff" + "000000000000" + "0800");
    }

    @Test
    void shouldReadAndWriteVlan() {
        Vlan.write(b, AT, 5, true, 0xabc, EtherType.IPV6);
        assertThat(written(Vlan.LENGTH)).isEqualTo("babc" + "86dd");
        assertThat(Vlan.priority(b, AT)).isEqualTo(5);
        assertThat(Vlan.dropEligible(b, AT)).isTrue();
        assertThat(Vlan.id(b, AT)).isEqualTo(0xabc);
        assertThat(Vlan.etherType(b, AT)).isEqualTo(0x86dd);
        assertThat(Vlan.toString(b, AT)).isEqualTo("VLAN{id=2748 pcp=5 dei=true type=0x86dd}");
        Vlan.write(b, AT, 7, false, 1, EtherType.IPV4);
        assertThat(written(Vlan.LENGTH)).isEqualTo("e001" + "0800");
        assertThat(Vlan.priority(b, AT)).isEqualTo(7);
        assertThat(Vlan.dropEligible(b, AT)).isFalse();
    }

    @Test
    void shouldReadAndWriteIpv4() {
        Ipv4.write(b, AT, 0xb9, 33, 0x1234, Ipv4.DONT_FRAGMENT, 61, 17, 0x0a010203, 0xc0a8fffe);
        assertThat(written(Ipv4.LENGTH)).isEqualTo(IPV4_BY_SCAPY.substring(0, 40));
        assertThat(Ipv4.version(b, AT)).isEqualTo(4);
        assertThat(Ipv4.headerLength(b, AT)).isEqualTo(20);
        assertThat(Ipv4.tos(b, AT)).isEqualTo(0xb9);
        assertThat(Ipv4.dscp(b, AT)).isEqualTo(46);
        assertThat(Ipv4.ecn(b, AT)).isEqualTo(1);
        assertThat(Ipv4.totalLength(b, AT)).isEqualTo(33);
        assertThat(Ipv4.identification(b, AT)).isEqualTo(0x1234);
        assertThat(Ipv4.flags(b, AT)).isEqualTo(Ipv4.DONT_FRAGMENT);
        assertThat(Ipv4.fragmentOffset(b, AT)).isZero();
        assertThat(Ipv4.timeToLive(b, AT)).isEqualTo(61);
        assertThat(Ipv4.protocol(b, AT)).isEqualTo(17);
        assertThat(Ipv4.checksum(b, AT)).isEqualTo(0x5e34);
        assertThat(Ipv4.computeChecksum(b, AT)).isEqualTo(0x5e34);
        assertThat(Ipv4.source(b, AT)).isEqualTo(0x0a010203);
        assertThat(Ipv4.destination(b, AT)).isEqualTo(0xc0a8fffe);
        assertThat(Ipv4.toString(b, AT)).contains("src=10.1.2.3 dst=192.168.255.254");
    }

    @Test
    void shouldChangeTheTrafficClassAlone() {
        Ipv4.write(b, AT, 0, 33, 0x1234, Ipv4.DONT_FRAGMENT, 61, 17, 0x0a010203, 0xc0a8fffe);
        Ipv4.setTos(b, AT, 0xb9);
        Ipv4.setChecksum(b, AT);
        assertThat(written(Ipv4.LENGTH)).isEqualTo(IPV4_BY_SCAPY.substring(0, 40));

        Grh.write(b, AT, 0x5a, 0xabcde, 13, 17, 61, 1, 2, 3, 4);
        String before = written(Grh.LENGTH);
        Grh.setTrafficClass(b, AT, 0xff);
        assertThat(written(Grh.LENGTH)).isEqualTo("6ff" + before.substring(3));
    }

    @Test
    void shouldReadFragmentsAndOptions() {
        put("4f00ffffffff7fff00000000");
        assertThat(Ipv4.headerLength(b, AT)).isEqualTo(60);
        assertThat(Ipv4.totalLength(b, AT)).isEqualTo(65535);
        assertThat(Ipv4.identification(b, AT)).isEqualTo(65535);
        assertThat(Ipv4.flags(b, AT)).isEqualTo(Ipv4.DONT_FRAGMENT | Ipv4.MORE_FRAGMENTS);
        assertThat(Ipv4.fragmentOffset(b, AT)).isEqualTo(8191 * 8);
    }

    @Test
    void shouldReadAndWriteIpv6() {
        long high = 0x2001_0db8_0000_0000L;
        long linkLocal = 0xfe80_0000_0000_0000L;
        Ipv6.write(b, AT, 0xb9, 0xabcde, 13, 17, 61, high, 1, linkLocal, 0xdeadbeefL);
        assertThat(written(Ipv6.LENGTH)).isEqualTo(IPV6_BY_SCAPY.substring(0, 80));
        assertThat(Ipv6.version(b, AT)).isEqualTo(6);
        assertThat(Ipv6.trafficClass(b, AT)).isEqualTo(0xb9);
        assertThat(Ipv6.flowLabel(b, AT)).isEqualTo(0xabcde);
        assertThat(Ipv6.payloadLength(b, AT)).isEqualTo(13);
        assertThat(Ipv6.nextHeader(b, AT)).isEqualTo(17);
        assertThat(Ipv6.hopLimit(b, AT)).isEqualTo(61);
        assertThat(Ipv6.sourceHigh(b, AT)).isEqualTo(high);
        assertThat(Ipv6.sourceLow(b, AT)).isEqualTo(1);
        assertThat(Ipv6.destinationHigh(b, AT)).isEqualTo(linkLocal);
        assertThat(Ipv6.destinationLow(b, AT)).isEqualTo(0xdeadbeefL);
        assertThat(Ipv6.toString(b, AT)).contains("src=20010db8000000000000000000000001");
    }

    @Test
    void shouldReadAndWriteUdp() {
        Udp.write(b, AT, 0xc350, Udp.ROCE_PORT, 0xff0d, 0x9abc);
        assertThat(written(Udp.LENGTH)).isEqualTo("c350" + "12b7" + "ff0d" + "9abc");
        assertThat(Udp.sourcePort(b, AT)).isEqualTo(50000);
        assertThat(Udp.destinationPort(b, AT)).isEqualTo(4791);
        assertThat(Udp.length(b, AT)).isEqualTo(0xff0d);
        assertThat(Udp.checksum(b, AT)).isEqualTo(0x9abc);
        assertThat(Udp.toString(b, AT)).isEqualTo("UDP{src=50000 dst=4791 len=65293 csum=0x9abc}");
    }

    @Test
    void shouldComputeTheChecksumOfUdp() {
        put(IPV4_BY_SCAPY);
        assertThat(Udp.checksumOverIpv4(b, AT, AT + 20)).isEqualTo(0x194f);
        put(IPV6_BY_SCAPY);
        assertThat(Udp.checksumOverIpv6(b, AT, AT + 40)).isEqualTo(0x1c22);
    }

    @Test
    void shouldSendAllOnesWhereTheChecksumIsZero() {
        put("4500001e000100004011ae230a010203c0a8fffec35012b7000affff5d27");
        assertThat(Udp.checksumOverIpv4(b, AT, AT + 20)).isEqualTo(0xffff);
    }

    private String written(int length) {
        assertThat(b.get(AT - 1)).isZero();
        assertThat(b.get(AT + length)).isZero();
        byte[] bytes = new byte[length];
        b.get(AT, bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private void put(String hex) {
        b.put(AT, HexFormat.of().parseHex(hex));
    }
}
