package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.unix.IntegerUnixChannelOption;

import jdk.net.ExtendedSocketOptions;

import org.junit.jupiter.api.Test;

class UdpTransportTest {
    private static final int BUFFER = 100_000;
    private static final int PROBE = 3;

    @Test
    void shouldForbidFragmentsSoThatTheKernelWritesNoIdentification() {
        assumeThat(Epoll.isAvailable()).as("epoll").isTrue();
        DatagramChannel ipv4 = UdpTransport.EPOLL.open(SocketProtocolFamily.INET, BUFFER);
        assertThat(option(ipv4, 0, 10)).isEqualTo(PROBE);
        assertThat(ipv4.isConnected()).isFalse();
        ipv4.unsafe().closeForcibly();
        DatagramChannel ipv6 = UdpTransport.EPOLL.open(SocketProtocolFamily.INET6, BUFFER);
        assertThat(option(ipv6, 41, 23)).isEqualTo(PROBE);
        ipv6.unsafe().closeForcibly();
    }

    @Test
    void shouldForbidFragmentsOverNio() {
        DatagramChannel channel = UdpTransport.NIO.open(SocketProtocolFamily.INET, BUFFER);
        ChannelOption<Boolean> dontFragment =
                NioChannelOption.of(ExtendedSocketOptions.IP_DONTFRAGMENT);
        assertThat(channel.config().getOption(dontFragment)).isTrue();
        channel.unsafe().closeForcibly();
    }

    @Test
    void shouldTakeWhatArrivesTogether() {
        assumeThat(Epoll.isAvailable()).as("epoll").isTrue();
        DatagramChannel channel = UdpTransport.EPOLL.open(SocketProtocolFamily.INET, BUFFER);
        assertThat(channel.config().getOption(EpollChannelOption.UDP_GRO)).isTrue();
        assertThat(channel.config().getOption(EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE))
                .isZero();
        channel.unsafe().closeForcibly();
    }

    @Test
    void shouldBeHandedPacketByPacketIfTold() {
        assumeThat(Epoll.isAvailable()).as("epoll").isTrue();
        DatagramChannel channel = UdpTransport.EPOLL.open(SocketProtocolFamily.INET, BUFFER);
        UdpTransport.EPOLL.keepArrivalsApart(channel);
        assertThat(channel.config().getOption(EpollChannelOption.UDP_GRO)).isFalse();
        channel.unsafe().closeForcibly();
    }

    @Test
    void shouldReckonTheReceiveBufferAlikeOverAll() {
        assumeThat(Epoll.isAvailable()).as("epoll").isTrue();
        Sockets.assumeRingAvailable();
        for (UdpTransport transport : UdpTransport.values()) {
            DatagramChannel channel = transport.open(SocketProtocolFamily.INET, BUFFER);
            assertThat(transport.receiveCharge(channel)).isEqualTo(2 * BUFFER);
            channel.unsafe().closeForcibly();
        }
    }

    private static int option(DatagramChannel channel, int level, int name) {
        return channel.config().getOption(new IntegerUnixChannelOption("test", level, name));
    }
}
