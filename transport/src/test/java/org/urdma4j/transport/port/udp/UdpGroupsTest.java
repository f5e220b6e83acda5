package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.ChannelException;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.port.RebuiltHeader;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.VerbsException;

import java.net.InetAddress;
import java.util.List;

/** Groups that the system has no socket for. */
class UdpGroupsTest {
    private static final InetAddress LOCAL = InetAddress.ofLiteral("127.0.0.1");
    private static final Gid GROUP = Gid.parse("239.1.2.3");

    @Test
    void shouldSayThatThereIsNoSocketForAGroup() {
        RebuiltHeader header = new RebuiltHeader(Gid.of(LOCAL), _ -> null);
        UdpGroups groups =
                new UdpGroups(
                        List.of(LOCAL),
                        header,
                        (_, _) -> {
                            throw new ChannelException("Too many open files");
                        },
                        _ -> {});
        assertThatThrownBy(() -> groups.join(GROUP))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("no UDP socket can be set up for 239.1.2.3")
                .hasRootCauseMessage("Too many open files");
        assertThat(header.add(GROUP)).as("the first index behind ours").isEqualTo(1);
    }
}
