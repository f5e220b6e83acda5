package org.urdma4j.transport.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.ReregFlags;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicReference;

/** Memory that was deregistered can't be reached, whatever another thread was doing to it. */
class ReregisteredWhileClosedTest {
    private static final int ROUNDS = 500;

    @Test
    void shouldForgetTheRegion() throws InterruptedException {
        MemoryNetwork network = new MemoryNetwork("rereg");
        Gid gid = Gid.of(InetAddress.ofLiteral("192.0.2.1"));
        SoftDevice device =
                new SoftDevice(
                        "rereg",
                        1,
                        () -> MemoryPort.open(network, gid, MemoryPortConfig.builder().build()));
        MemorySegment memory = Arena.ofAuto().allocate(64, 8);
        try (SoftContext context = device.open()) {
            var domain = context.allocPd();
            for (int i = 0; i < ROUNDS; i++) {
                MemoryRegion region = domain.regMr(memory, AccessFlags.LOCAL_WRITE);
                AtomicReference<Throwable> thrown = new AtomicReference<>();
                Thread other =
                        Thread.ofPlatform()
                                .start(() -> thrown.set(catchThrowable(() -> change(region))));
                for (int spin = 0; spin < 100 * (i % 100); spin++) {
                    Thread.onSpinWait();
                }
                region.close();
                other.join();
                assertThat(thrown.get()).isInstanceOf(IllegalStateException.class);
                int left = context.onLoop(() -> context.shard().regions().size());
                assertThat(left).as("after round %d", i).isZero();
            }
        }
    }

    private static void change(MemoryRegion region) {
        while (true) {
            region.rereg(ReregFlags.CHANGE_ACCESS, null, null, AccessFlags.LOCAL_WRITE);
        }
    }
}
