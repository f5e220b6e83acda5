package org.urdma4j.tools.rping;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.time.Duration;

/** Ends of mckey with each other. */
@Timeout(60)
class MckeyTest {
    private static final InetAddress GROUP = InetAddress.ofLiteral("239.6.6.6");

    private static SoftContext open(String address, int port) {
        UdpPortConfig config =
                UdpPortConfig.builder(InetAddress.ofLiteral(address)).port(port).build();
        return new SoftDevice(address, 1, () -> UdpPort.open(config)).open();
    }

    private static int freePort() throws Exception {
        try (DatagramChannel any = DatagramChannel.open()) {
            any.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return ((InetSocketAddress) any.getLocalAddress()).getPort();
        }
    }

    @Test
    void shouldReceiveWhatIsSentAndCountWhatIsNot() throws Exception {
        int port = freePort();
        try (SoftContext one = open("127.0.0.1", port);
                SoftContext other = open("127.0.0.2", port);
                Mckey sender = new Mckey(one, 100, 500, Duration.ofSeconds(20));
                Mckey receiver = new Mckey(other, 100, 500, Duration.ofSeconds(20));
                Mckey late = new Mckey(other, 101, 500, Duration.ofSeconds(1))) {
            receiver.join(GROUP);
            late.join(GROUP);
            sender.join(GROUP);
            assertThat(sender.send()).isEqualTo(100);
            assertThat(receiver.receive()).isEqualTo(100);
            assertThat(late.receive()).isEqualTo(100); // one never comes
        }
    }
}
