package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.icrc.FlowIcrc;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.icrc.IcrcFlow;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.port.pipeline.IcrcMode;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.IoTransport;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.WrOpcode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/** The port against a plain socket, which sees and says what it wants. */
@Timeout(60)
class IcrcOverUdpTest {
    private static final InetAddress US = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress PEER = InetAddress.ofLiteral("127.0.0.2");
    private static final int PEER_QPN = 77;
    private static final int PACKETS = 10;
    private static final int BYTES = PACKETS * 4096;

    private final int port = FreePort.on(US, PEER);
    private final int peerPort = FreePort.on(PEER, PEER);
    private final Icrc icrc = new Icrc();

    @ParameterizedTest
    @CsvSource({"true, STANDARD", "false, STANDARD", "true, TRANSPORT_ONLY", "true, OFF"})
    void shouldStampWhatTheKernelWillSend(boolean epoll, IcrcMode mode) throws IOException {
        UdpPortConfig config =
                config().toBuilder()
                        .ioTransport(epoll ? IoTransport.EPOLL : IoTransport.NIO)
                        .icrc(mode)
                        .build();
        IcrcFlow flow = flow(US, port, PEER, port);
        try (DatagramChannel peer = peer(port);
                Endpoint end = new Endpoint(UdpPort.open(config), BYTES)) {
            end.connectTo(new QpEndpoint(PEER_QPN, 1, Gid.of(PEER)), Mtu.MTU_4096);
            end.fill(1);
            end.post(WrOpcode.RDMA_WRITE, 0, 0, BYTES);
            ByteBuffer packet = ByteBuffer.allocate(8192);
            for (int i = 0; i < PACKETS; i++) {
                packet.clear();
                peer.receive(packet);
                packet.flip();
                int length = packet.limit() - Icrc.LENGTH;
                // The kernel counts within a batch. The second packet, shorter than the first
                // for want of a RETH, ends the first batch.
                int identification = !epoll ? 0 : i < 2 ? i : i - 2;
                int expected =
                        switch (mode) {
                            case STANDARD ->
                                    new FlowIcrc().compute(flow, packet, 0, length, identification);
                            case TRANSPORT_ONLY -> icrc.transportOnly(packet, 0, length);
                            case OFF -> 0;
                        };
                assertThat(Icrc.get(packet, length)).as("packet %d", i).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63})
    void shouldAcceptTheIdentificationsOfOurOwnPeers(int identification) throws IOException {
        try (UdpPort receiver = UdpPort.open(config())) {
            Counters counters = sendTo(receiver, standard(identification));
            assertThat(counters.get(Counter.DROPPED_UNKNOWN_QP)).isEqualTo(1);
            assertThat(counters.get(Counter.IDENTIFICATION_INFERRED)).isZero();
            assertThat(counters.get(Counter.DROPPED_ICRC)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 0x1234, 0xffff})
    void shouldInferAndCountTheIdentificationsOfOthers(int identification) throws IOException {
        try (UdpPort receiver = UdpPort.open(config())) {
            Counters counters = sendTo(receiver, standard(identification));
            assertThat(counters.get(Counter.DROPPED_UNKNOWN_QP)).isEqualTo(1);
            assertThat(counters.get(Counter.IDENTIFICATION_INFERRED)).isEqualTo(1);
            assertThat(counters.get(Counter.DROPPED_ICRC)).isZero();
        }
    }

    @Test
    void shouldCountEveryIdentificationOfAPeerThatCountsOn() throws IOException {
        try (UdpPort receiver = UdpPort.open(config())) {
            int[] identifications = {0xfffe, 0xffff, 0, 1, 500};
            ByteBuffer[] packets = new ByteBuffer[identifications.length];
            for (int i = 0; i < packets.length; i++) {
                packets[i] = standard(identifications[i]);
            }
            Counters counters = sendTo(receiver, packets);
            assertThat(counters.get(Counter.DROPPED_UNKNOWN_QP)).isEqualTo(5);
            assertThat(counters.get(Counter.IDENTIFICATION_INFERRED)).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"STANDARD", "TRANSPORT_ONLY"})
    void shouldDropAndCountDamage(IcrcMode mode) throws IOException {
        ByteBuffer packet = mode == IcrcMode.STANDARD ? standard(0) : transportOnly();
        for (int bit = 0; bit < packet.limit() * Byte.SIZE; bit += 37) {
            ByteBuffer damaged =
                    ByteBuffer.allocate(packet.limit()).put(0, packet, 0, packet.limit());
            int at = bit / Byte.SIZE;
            damaged.put(at, (byte) (damaged.get(at) ^ (1 << bit % Byte.SIZE)));
            boolean masked = at == 4; // the ICRC leaves this byte to the network
            try (UdpPort receiver = UdpPort.open(config().toBuilder().icrc(mode).build())) {
                Counters counters = sendTo(receiver, damaged);
                assertThat(counters.get(Counter.DROPPED_ICRC)).isEqualTo(masked ? 0 : 1);
                assertThat(counters.get(Counter.DROPPED_UNKNOWN_QP)).isEqualTo(masked ? 1 : 0);
            }
        }
    }

    @Test
    void shouldLetEverythingPassWhenOff() throws IOException {
        try (UdpPort receiver = UdpPort.open(config().toBuilder().icrc(IcrcMode.OFF).build())) {
            ByteBuffer packet = standard(0);
            Icrc.put(packet, packet.limit() - Icrc.LENGTH, 0xbad);
            Counters counters = sendTo(receiver, packet);
            assertThat(counters.get(Counter.DROPPED_UNKNOWN_QP)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15})
    void shouldDropWhatIsNoPacket(int bytes) throws IOException {
        try (UdpPort receiver = UdpPort.open(config())) {
            Counters counters = sendTo(receiver, ByteBuffer.allocate(bytes));
            assertThat(counters.get(Counter.DROPPED_MALFORMED)).isEqualTo(1);
        }
    }

    private UdpPortConfig config() {
        return UdpPortConfig.builder(US).port(port).build();
    }

    private ByteBuffer standard(int identification) {
        ByteBuffer packet = packet();
        int length = packet.limit() - Icrc.LENGTH;
        IcrcFlow flow = flow(PEER, peerPort, US, port);
        Icrc.put(packet, length, new FlowIcrc().compute(flow, packet, 0, length, identification));
        return packet;
    }

    private ByteBuffer transportOnly() {
        ByteBuffer packet = packet();
        int length = packet.limit() - Icrc.LENGTH;
        Icrc.put(packet, length, icrc.transportOnly(packet, 0, length));
        return packet;
    }

    /** Returns a packet to a queue pair that doesn't exist. */
    private static ByteBuffer packet() {
        int payload = 20;
        ByteBuffer packet = ByteBuffer.allocate(Bth.LENGTH + payload + Icrc.LENGTH);
        Bth.write(packet, 0, Opcode.RC_SEND_ONLY, 0, 0, Bth.DEFAULT_P_KEY, PEER_QPN, 1);
        for (int i = 0; i < payload; i++) {
            packet.put(Bth.LENGTH + i, (byte) i);
        }
        return packet;
    }

    private static IcrcFlow flow(InetAddress from, int fromPort, InetAddress to, int toPort) {
        return new IcrcFlow(from.getAddress(), to.getAddress(), fromPort, toPort);
    }

    /** Sends from another port than ours, as peers may, and waits until all have been seen. */
    private Counters sendTo(UdpPort receiver, ByteBuffer... packets) throws IOException {
        try (DatagramChannel peer = peer(peerPort)) {
            for (ByteBuffer packet : packets) {
                peer.send(packet, new InetSocketAddress(US, port));
            }
        }
        Counters counters = receiver.shard().counters();
        Endpoint.await(() -> judged(counters) == packets.length, "a verdict on each packet");
        return counters;
    }

    private static long judged(Counters counters) {
        return counters.get(Counter.DROPPED_UNKNOWN_QP)
                + counters.get(Counter.DROPPED_ICRC)
                + counters.get(Counter.DROPPED_MALFORMED);
    }

    private static DatagramChannel peer(int boundTo) throws IOException {
        return DatagramChannel.open().bind(new InetSocketAddress(PEER, boundTo));
    }
}
