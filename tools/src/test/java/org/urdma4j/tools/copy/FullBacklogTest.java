package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.copy.rdma.CopyDevice;
import org.urdma4j.protection.association.listener.KeyListener;
import org.urdma4j.tools.Invocation;
import org.urdma4j.verbs.Context;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code urdma copy} to a host that accepts nobody, at which as many wait as may. */
@Timeout(60)
class FullBacklogTest {
    private static final long PID = ProcessHandle.current().pid();

    /** Where servers of {@code urdma copy} are found behind a UDP port. */
    private static final int SERVICE = 4793;

    private static final int BACKLOG = 64;

    private static final ChannelOptions SMALL =
            ChannelOptions.builder().receiveBytes(1 << 16).sendBytes(1 << 16).build();

    @TempDir Path here;

    private static String address(int last) {
        return "127.%d.%d.%d".formatted(64 + (PID >> 8) % 64, PID % 256, last);
    }

    private static Context open(int last) throws IOException {
        InetAddress local = InetAddress.ofLiteral(address(last));
        return CopyDevice.open(local, CopyDevice.PORT, Optional.empty(), KeyListener.NONE);
    }

    @Test
    void shouldSayThatTheHostHasNoRoomAndGoOnOnceItHas() throws Exception {
        Path file = Files.writeString(here.resolve("file"), "words");
        List<RdmaChannel> waiting = new ArrayList<>();
        try (Context host = open(101);
                Context others = open(102);
                RdmaServerChannel server = RdmaServerChannel.listen(host, SERVICE, SMALL)) {
            for (int i = 0; i < BACKLOG; i++) {
                waiting.add(RdmaChannel.connect(others, server.address(), SMALL));
            }
            String target = address(101) + ":x";
            Invocation copy = Invocation.of("copy", file, target);
            assertThat(copy.status()).isEqualTo(1);
            assertThat(copy.err())
                    .isEqualTo(
                            ("urdma: can't reach %s port 4791: it has no room for another"
                                            + " connection now; try later, or with fewer --jobs\n")
                                    .formatted(address(101)));
            server.accept().close();
            waiting.add(RdmaChannel.connect(others, server.address(), SMALL));
            for (RdmaChannel each : waiting) {
                each.close();
            }
        }
    }
}
