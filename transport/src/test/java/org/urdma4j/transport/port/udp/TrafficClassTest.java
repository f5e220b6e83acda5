package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.ThreadMXBean;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.unix.IntegerUnixChannelOption;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.management.ManagementFactory;

class TrafficClassTest {
    private static final int BUFFER = 100_000;
    private static final int TURNS = 20_000;

    @BeforeEach
    void assumeEpoll() {
        assumeThat(Epoll.isAvailable()).as("epoll").isTrue();
    }

    /** linux/in.h: IP_TOS; linux/in6.h: IPV6_TCLASS. */
    @ParameterizedTest
    @CsvSource({
        "INET, 0, 1, 46, 0xb8, 0xba",
        "INET6, 41, 67, 46, 0xb8, 0xba",
        "INET, 0, 1, 63, 0xfc, 0xfe",
        "INET6, 41, 67, 0, 0, 2"
    })
    void shouldHaveDscpAboveTheBitsOfEcn(
            SocketProtocolFamily family, int level, int name, int dscp, int plain, int capable) {
        DatagramChannel channel = UdpTransport.EPOLL.open(family, BUFFER);
        IntegerUnixChannelOption option = new IntegerUnixChannelOption("test", level, name);
        TrafficClass trafficClass = new TrafficClass(channel, dscp);

        assertThat(channel.config().getOption(option)).isEqualTo(plain);
        trafficClass.allowMarks(true);
        assertThat(channel.config().getOption(option)).isEqualTo(capable);
        trafficClass.allowMarks(false);
        assertThat(channel.config().getOption(option)).isEqualTo(plain);
        channel.unsafe().closeForcibly();
        trafficClass.allowMarks(true); // of no effect
    }

    @Test
    void shouldAllocateNothingWhenBatchesDiffer() {
        DatagramChannel channel = UdpTransport.EPOLL.open(SocketProtocolFamily.INET, BUFFER);
        TrafficClass trafficClass = new TrafficClass(channel, 46);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int span = 0; span < 20 && least >= TURNS; span++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < TURNS; i++) {
                trafficClass.allowMarks(i % 2 == 0);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least / TURNS).as("bytes each").isZero();
        channel.unsafe().closeForcibly();
    }
}
