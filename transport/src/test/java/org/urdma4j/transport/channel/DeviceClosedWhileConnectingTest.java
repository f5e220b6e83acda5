package org.urdma4j.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.transport.cm.CmConfig;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.VerbsException;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/**
 * A device that is closed while channels connect, at whatever moment: who connects is told so by an
 * IOException, and nobody else anything.
 */
@Timeout(120)
class DeviceClosedWhileConnectingTest {
    /** 1,000 with {@code -Durdma4j.closings=1000}. */
    private static final int ROUNDS =
            Integer.getInteger("urdma4j.closings", Nightly.times(20, 200));

    private static final int CHANNELS = 3;
    private static final ChannelOptions SMALL =
            ChannelOptions.builder().receiveBytes(1 << 16).sendBytes(1 << 16).build();

    private final ConcurrentLinkedQueue<Throwable> uncaught = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Throwable> refused = new ConcurrentLinkedQueue<>();
    private final Random random = new Random(7);

    /** Threads that are started within it, those of channels among them, report here. */
    private final ThreadGroup group =
            new ThreadGroup("closing") {
                @Override
                public void uncaughtException(Thread thread, Throwable cause) {
                    uncaught.add(cause);
                }
            };

    private static List<Errno> errnos(Throwable thrown) {
        List<Errno> found = new ArrayList<>();
        for (Throwable e = thrown; e != null; e = e.getCause()) {
            if (e instanceof VerbsException why) {
                found.add(why.errno());
            }
        }
        return found;
    }

    private static SoftContext open(MemoryNetwork network, String address, boolean patient) {
        Gid gid = Gid.parse(address);
        CmConfig patience =
                patient
                        ? CmConfig.of(gid, gid.interfaceId())
                        : new CmConfig(gid, gid.interfaceId(), 10, 3, 10, 10, 4096);
        NetworkPort port = MemoryPort.open(network, gid, MemoryPortConfig.builder().build());
        return new SoftContext(new SoftDevice(address, 1, () -> port), port, patience);
    }

    /**
     * @param side whose device it is
     */
    @ParameterizedTest
    @ValueSource(strings = {"client", "server"})
    void shouldBeToldByAnIoException(String side) throws InterruptedException {
        Thread rounds = new Thread(group, () -> rounds(side.equals("client")));
        rounds.start();
        rounds.join();

        assertThat(uncaught).as("what reached no program").isEmpty();
        assertThat(refused).allSatisfy(e -> assertThat(e).isInstanceOf(IOException.class));
        if (side.equals("client")) {
            assertThat(refused)
                    .isNotEmpty()
                    .allSatisfy(e -> assertThat(errnos(e)).as(e.toString()).contains(Errno.ENODEV));
        }
    }

    private void rounds(boolean ofClient) {
        for (int i = 0; i < ROUNDS; i++) {
            round(ofClient, random.nextInt(1 + random.nextInt(60_000)));
        }
    }

    private void round(boolean ofClient, int spins) {
        MemoryNetwork network = new MemoryNetwork("closing");
        try (SoftContext client = open(network, "192.0.2.1", ofClient);
                SoftContext server = open(network, "192.0.2.2", ofClient);
                RdmaServerChannel listener = RdmaServerChannel.listen(server, 0, SMALL)) {
            InetSocketAddress address = listener.address();
            CountDownLatch begun = new CountDownLatch(1);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < CHANNELS; i++) {
                threads.add(Thread.ofPlatform().start(() -> connect(client, address, begun)));
            }
            begun.await();
            for (int i = 0; i < spins; i++) {
                Thread.onSpinWait();
            }
            (ofClient ? client : server).close();
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void connect(SoftContext client, InetSocketAddress to, CountDownLatch begun) {
        begun.countDown();
        try (RdmaChannel channel = RdmaChannel.connect(client, to, SMALL)) {
            channel.inputStream().read();
        } catch (Exception e) {
            if (!isOfConnected(e)) {
                refused.add(e);
            }
        }
    }

    /** What a channel that was connected says is another matter. */
    private static boolean isOfConnected(Exception e) {
        for (StackTraceElement frame : e.getStackTrace()) {
            if (frame.getMethodName().equals("connect")
                    && frame.getClassName().equals(RdmaChannel.class.getName())) {
                return false;
            }
        }
        return e instanceof IOException;
    }
}
