package org.urdma4j.gateway.bridge.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.net.Vlan;
import org.urdma4j.gateway.bridge.Captured;
import org.urdma4j.gateway.packet.Headers;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.List;

/** Over frames of rdma_rxe, as tcpdump recorded them. */
class FrameStoreTest {
    private static final int IPV4_HEADERS = Ethernet.LENGTH + Ipv4.LENGTH + Udp.LENGTH;
    private static final int IPV6_HEADERS = Ethernet.LENGTH + Ipv6.LENGTH + Udp.LENGTH;

    private final FrameStore store = new FrameStore(1, 9018, false);
    private final Headers headers = new Headers();

    private StoredFrame stored(byte[] bytes) {
        StoredFrame frame = store.take(bytes.length);
        frame.buffer().put(frame.at(), bytes);
        return frame;
    }

    private static List<byte[]> frames() {
        return Captured.of("golden-rc-v4.pcap");
    }

    @Test
    void framesOfADriverShouldBeUnderstoodAndIntact() {
        int understood = 0;
        for (byte[] bytes : frames()) {
            StoredFrame frame = stored(bytes);
            store.view(frame, headers);
            if (headers.isRoce()) {
                understood++;
                assertThat(headers.transport().has(Opcode.RC)).isTrue();
                assertThat(headers.sourceHigh()).isZero();
                assertThat(headers.sourceLow() >>> 32).isEqualTo(0xffff);
                assertThat(headers.bytes()).isEqualTo(bytes.length);
                assertThat(store.isIntact(frame)).isTrue();
                frame.buffer()
                        .put(frame.at() + bytes.length - 6, (byte) (bytes[bytes.length - 6] ^ 1));
                assertThat(store.isIntact(frame)).isFalse();
            }
            store.release(frame);
        }
        assertThat(understood).isGreaterThan(20);
    }

    private static byte[] tagged(byte[] frame, int tags) {
        ByteBuffer b = ByteBuffer.allocate(frame.length + tags * Vlan.LENGTH);
        b.put(frame, 0, Ethernet.ETHER_TYPE);
        for (int i = 0; i < tags; i++) {
            b.putShort((short) EtherType.VLAN).putShort((short) 0x6007);
        }
        return b.put(frame, Ethernet.ETHER_TYPE, frame.length - Ethernet.ETHER_TYPE).array();
    }

    @Test
    void oneTagShouldBeUnderstoodAndTwoNot() {
        byte[] bytes = frames().getFirst();
        store.view(stored(tagged(bytes, 1)), headers);
        assertThat(headers.isRoce()).isTrue();
        store.view(stored(tagged(bytes, 2)), headers);
        assertThat(headers.isRoce()).isFalse();
    }

    @Test
    void whatIsCutOffOrNoRoceShouldNotBeUnderstood() {
        byte[] bytes = frames().getFirst();
        for (int length = 1; length < bytes.length; length++) {
            StoredFrame frame = store.take(length);
            frame.buffer().put(frame.at(), bytes, 0, length);
            store.view(frame, headers);
            assertThat(headers.isRoce()).as("%d bytes", length).isFalse();
            store.release(frame);
        }
        byte[] fragment = bytes.clone();
        fragment[Ethernet.LENGTH + 6] |= 0x20;
        store.view(stored(fragment), headers);
        assertThat(headers.isRoce()).isFalse();
    }

    /** The same transport packet under headers as they were seen gives the same frame again. */
    @Test
    void aMadePacketShouldLookLikeThoseOfItsWay() {
        for (int tags = 0; tags < 2; tags++) {
            byte[] bytes = tagged(frames().getFirst(), tags);
            StoredFrame seen = stored(bytes);
            StoredFrame template = store.template(null, seen);
            int at = IPV4_HEADERS + tags * Vlan.LENGTH;
            ByteBuffer transport = ByteBuffer.wrap(bytes, at, bytes.length - at - 4).slice();
            StoredFrame made = store.make(template, transport);
            assertThat(made.length()).isEqualTo(bytes.length);
            ByteBuffer b = made.buffer();
            int ip = made.at() + Ethernet.LENGTH + tags * Vlan.LENGTH;
            assertThat(Ipv4.identification(b, ip)).isZero();
            assertThat(Ipv4.checksum(b, ip)).isEqualTo(Ipv4.computeChecksum(b, ip));
            assertThat(store.isIntact(made)).isTrue();
            // but for the identification, and what covers it
            ByteBuffer before = ByteBuffer.wrap(bytes);
            Ipv4.setIdentification(before, ip - made.at(), 0);
            Ipv4.setChecksum(before, ip - made.at());
            ByteBuffer same = b.slice(made.at(), made.length() - 4);
            assertThat(same).isEqualTo(before.slice(0, bytes.length - 4));
        }
    }

    @Test
    void theWayBackShouldHaveAddressesTheOtherWayRound() {
        byte[] bytes = frames().getFirst();
        ByteBuffer seen = ByteBuffer.wrap(bytes);
        StoredFrame template = store.reversed(stored(bytes));
        StoredFrame made = store.make(template, ByteBuffer.allocate(12).put(0, (byte) 0x11));
        store.view(made, headers);
        assertThat(headers.isRoce()).isTrue();
        assertThat(store.isIntact(made)).isTrue();
        ByteBuffer b = made.buffer();
        assertThat(Ethernet.source(b, made.at())).isEqualTo(Ethernet.destination(seen, 0));
        assertThat(Ethernet.destination(b, made.at())).isEqualTo(Ethernet.source(seen, 0));
        int ip = Ethernet.LENGTH;
        assertThat(Ipv4.source(b, made.at() + ip)).isEqualTo(Ipv4.destination(seen, ip));
        assertThat(Ipv4.destination(b, made.at() + ip)).isEqualTo(Ipv4.source(seen, ip));
        assertThat(Udp.destinationPort(b, made.at() + ip + Ipv4.LENGTH)).isEqualTo(Udp.ROCE_PORT);
    }

    /** Over IPv6, UDP has a checksum if the packets that were seen have one, and none if not. */
    @Test
    void overIpv6ChecksumsShouldBeKeptUp() {
        byte[] bytes = frames().getFirst();
        int transportBytes = bytes.length - IPV4_HEADERS;
        for (int checksum : new int[] {0, 0x1234}) {
            ByteBuffer b = ByteBuffer.allocate(IPV6_HEADERS + transportBytes);
            Ethernet.write(b, 0, 2, 1, EtherType.IPV6);
            int udp = Udp.LENGTH + transportBytes;
            Ipv6.write(b, Ethernet.LENGTH, 0xa3, 5, udp, Ipv4.PROTOCOL_UDP, 9, 1, 2, 3, 4);
            Udp.write(b, IPV6_HEADERS - Udp.LENGTH, 0xc000, Udp.ROCE_PORT, udp, checksum);
            b.put(IPV6_HEADERS, bytes, IPV4_HEADERS, transportBytes);
            StoredFrame template = store.template(null, stored(b.array()));
            StoredFrame made = store.make(template, ByteBuffer.allocate(16).put(0, (byte) 0x11));
            int ip = made.at() + Ethernet.LENGTH;
            int udpAt = ip + Ipv6.LENGTH;
            assertThat(store.isIntact(made)).isTrue();
            // CE was what a queue said of another packet
            assertThat(Ipv6.trafficClass(made.buffer(), ip)).isEqualTo(0xa2);
            assertThat(Udp.checksum(made.buffer(), udpAt))
                    .isEqualTo(checksum == 0 ? 0 : Udp.checksumOverIpv6(made.buffer(), ip, udpAt));
        }
    }

    @Test
    void withoutMemoryShouldMakeNothingAndKeepGoing() {
        StoredFrame template = store.template(null, stored(frames().getFirst()));
        while (store.take(9018) != null) {
            // until none is left
        }
        while (store.take(64) != null) {
            // neither of the small ones
        }
        while (store.take(100) != null) {
            // nor of those that a message takes
        }
        StoredFrame made = store.make(template, ByteBuffer.allocate(20));
        assertThat(made.length()).isZero();
        store.release(made);
        assertThat(store.make(template, ByteBuffer.allocate(20)).length()).isZero();
        assertThat(store.refused()).isEqualTo(5);
    }

    /** A tagged frame goes out, and its copy stays as it was; the ICRC leaves tags out. */
    @Test
    void tagsShouldBeOfOneFrameAlone() {
        FrameStore tagging = new FrameStore(1, 9018, true);
        byte[] bytes = frames().getFirst();
        StoredFrame frame = tagging.write(MemorySegment.ofArray(bytes), 0, bytes.length);
        StoredFrame copy = tagging.copy(frame);
        tagging.tag(frame, 42);
        assertThat(tagging.tag(frame)).isEqualTo(42);
        assertThat(tagging.isIntact(frame)).isTrue();
        assertThat(tagging.tag(copy)).isZero();
        MemorySegment read = Arena.ofAuto().allocate(tagging.heldBytes(bytes.length));
        assertThat(tagging.read(copy, read)).isEqualTo(bytes.length);
        assertThat(read.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(bytes);
        assertThat(tagging.write(read, 0, 0)).isNull();
    }
}
