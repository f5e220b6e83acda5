package org.urdma4j.transport.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpInitAttr;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** An application that opens a device for each thing that it does leaves nothing behind. */
class ManyDevicesTest {
    private static final int TIMES = 1000;

    /** What other things of the process open meanwhile is less. */
    private static final int FEW = TIMES / 10;

    private static final InetAddress ADDRESS = InetAddress.ofLiteral("127.0.9.1");

    private final MemorySegment memory = Arena.ofAuto().allocate(4096);

    @Test
    void shouldLeaveNothingOfPortsInMemory() throws IOException {
        MemoryNetwork network = new MemoryNetwork("many");
        Gid gid = Gid.of(ADDRESS);
        expectNothingLeft(() -> MemoryPort.open(network, gid, MemoryPortConfig.builder().build()));
    }

    @Test
    void shouldLeaveNothingOfSockets() throws IOException {
        expectNothingLeft(() -> UdpPort.open(UdpPortConfig.builder(ADDRESS).build()));
    }

    private void expectNothingLeft(Supplier<NetworkPort> port) throws IOException {
        use(port);
        int threads = Thread.activeCount();
        long files = openFiles();
        for (int i = 0; i < TIMES; i++) {
            use(port);
        }
        assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads + FEW);
        assertThat(openFiles()).isLessThanOrEqualTo(files + FEW);
    }

    private void use(Supplier<NetworkPort> port) {
        try (Context context = new SoftDevice("many", 1, port).open()) {
            CompletionQueue cq = context.createCq(4, null, context.createCompChannel());
            var domain = context.allocPd();
            domain.createQp(QpInitAttr.builder().cq(cq).cap(new QpCap(4, 4, 1, 1, 0)).build());
            domain.regMr(memory, AccessFlags.LOCAL_WRITE);
        }
    }

    private static long openFiles() throws IOException {
        Path files = Path.of("/proc/self/fd");
        if (!Files.exists(files)) {
            return 0;
        }
        try (Stream<Path> list = Files.list(files)) {
            return list.count();
        }
    }
}
