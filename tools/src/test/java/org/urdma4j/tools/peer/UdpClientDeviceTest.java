package org.urdma4j.tools.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.copy.rdma.CopyPaths;
import org.urdma4j.verbs.Context;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import java.util.Random;

class UdpClientDeviceTest {
    private static final long PID = ProcessHandle.current().pid();
    private static final String LOCAL = "127.%d.%d.64".formatted(64 + (PID >> 8) % 64, PID % 256);

    private static Context open() throws IOException {
        InetAddress host = InetAddress.ofLiteral("127.0.0.1");
        return new UdpClientDevice("test", LOCAL, CopyPaths.ONE, Optional.empty(), new Random(1))
                .open("host", host, 4794, 4794);
    }

    @Test
    void shouldHaveAnotherPortWhereTheUsualIsTaken() throws Exception {
        try (Context first = open();
                Context second = open()) {
            assertThat(first.queryGidTable()).isEqualTo(second.queryGidTable());
        }
    }
}
