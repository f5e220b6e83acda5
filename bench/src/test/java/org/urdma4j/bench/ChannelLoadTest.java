package org.urdma4j.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.Gid;

import java.net.InetAddress;

/** What {@link ChannelLoad} compares moves bytes, in each of its ways. */
@Timeout(60)
class ChannelLoadTest {
    private static SoftContext open(MemoryNetwork network, String address) {
        Gid gid = Gid.parse(address);
        return new SoftDevice(
                        "memory",
                        gid.interfaceId(),
                        () -> MemoryPort.open(network, gid, MemoryPortConfig.builder().build()))
                .open();
    }

    @Test
    void shouldMoveBytesInEachWay() throws Exception {
        MemoryNetwork network = new MemoryNetwork("load");
        try (SoftContext own = open(network, "192.0.2.1");
                SoftContext other = open(network, "192.0.2.2");
                ChannelLoadServer _ = ChannelLoadServer.start(other, ChannelOptions.DEFAULT)) {
            ChannelLoad load =
                    new ChannelLoad(
                            own, InetAddress.ofLiteral("192.0.2.2"), ChannelOptions.DEFAULT, 0.05);
            assertThat(load.raw()).isPositive();
            assertThat(load.channel(false)).isPositive();
            assertThat(load.channel(true)).isPositive();
        }
    }
}
