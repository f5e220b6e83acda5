package org.urdma4j.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.VerbsException;

import java.net.InetSocketAddress;

/** An end that is asked, at a device that is closed: before it connects, or meanwhile. */
@Timeout(60)
class ClosedDeviceTest {
    private static final InetSocketAddress PEER = new InetSocketAddress("192.0.2.2", 7000);
    private static final int ROUNDS = 40;

    private static SoftContext open() {
        MemoryPort port =
                MemoryPort.open(
                        new MemoryNetwork("closed"),
                        Gid.parse("192.0.2.1"),
                        MemoryPortConfig.builder().build());
        return new SoftContext(new SoftDevice("closed", 1, () -> port), port);
    }

    private static VerbsException failure(SoftContext context) {
        return catchThrowableOfType(
                VerbsException.class, () -> PassiveEndpoint.connect(context, PEER));
    }

    @Test
    void shouldSayThatTheDeviceIsClosed() {
        SoftContext context = open();
        context.close();

        VerbsException thrown = failure(context);
        assertThat(thrown.errno()).isEqualTo(Errno.ENODEV);
        assertThat(thrown).hasMessage("ENODEV: the device is closed");
    }

    /** At whatever moment, and nobody answers there. */
    @Test
    void shouldSayThatItWasClosedMeanwhile() throws InterruptedException {
        for (int i = 0; i < ROUNDS; i++) {
            int spins = i * i * 100;
            SoftContext context = open();
            Thread closing =
                    Thread.ofPlatform()
                            .start(() -> {
                                for (int n = 0; n < spins; n++) {
                                    Thread.onSpinWait();
                                }
                                context.close();
                            });
            VerbsException thrown = failure(context);
            closing.join();
            assertThat(thrown.errno()).as(thrown.getMessage()).isEqualTo(Errno.ENODEV);
        }
    }
}
