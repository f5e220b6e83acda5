package org.urdma4j.transport.stat;

import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.SystemClock;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the files of this process's devices up to date, with one thread for all, which is there
 * only while there are devices. A device whose file can't be written has none. Safe from any
 * thread.
 */
public final class StatPublisher {
    /** System property: {@code off} for no files. */
    public static final String PROPERTY = "urdma4j.stat";

    static final long INTERVAL_MS = 500;
    private static final long NS_PER_MS = 1_000_000;

    /** Writing takes no more than a 50th of an event loop's time, */
    private static final int LEAST_PART = 50;

    /** unless a file were so old then that readers ask what became of it. */
    private static final long LONGEST_NS = 4_000_000_000L;

    private static final StatPublisher PROCESS = new StatPublisher();

    private final List<Published> devices = new ArrayList<>();
    private boolean running;
    private boolean hooked;
    private boolean over;
    private int number;

    private StatPublisher() {}

    /** A device and its file, once it has one. */
    private static final class Published {
        final String name;
        final NetworkPort port;
        StatFile file;
        long dueNs = Long.MIN_VALUE;
        long tookNs;

        Published(String name, NetworkPort port) {
            this.name = name;
            this.port = port;
        }
    }

    /** Publishes what a device counts, from half a second on until its port is closed. */
    public static void watch(String device, NetworkPort port) {
        if (!"off".equals(System.getProperty(PROPERTY))) {
            PROCESS.add(new Published(device, port));
        }
    }

    private synchronized void add(Published device) {
        devices.add(device);
        if (!hooked && !over) {
            hooked = true;
            Thread hook = Thread.ofPlatform().name("urdma-stat-end").unstarted(this::onExit);
            try {
                Runtime.getRuntime().addShutdownHook(hook);
            } catch (IllegalStateException _) {
                over = true; // it is ending already
            }
        }
        if (!running) {
            running = true;
            Thread.ofPlatform().daemon().name("urdma-stat").start(this::run);
        }
    }

    private void run() {
        try {
            sweep();
            for (List<Published> all = await(); !all.isEmpty(); all = await()) {
                long nowNs = SystemClock.nowNs();
                for (Published device : all) {
                    if (device.dueNs <= nowNs && !publish(device)) {
                        remove(device);
                    }
                }
            }
        } catch (InterruptedException _) {
            // Somebody ends all threads.
        }
    }

    private static void sweep() {
        try {
            StatFolder.removeDead(StatFolder.path());
        } catch (IOException _) {
            // Others' remains are no reason to fail.
        }
    }

    /** Returns the devices after a while; none if the thread is to end. */
    private List<Published> await() throws InterruptedException {
        Thread.sleep(INTERVAL_MS);
        synchronized (this) {
            running = !devices.isEmpty();
            return List.copyOf(devices);
        }
    }

    private synchronized void remove(Published device) {
        devices.remove(device);
    }

    private boolean publish(Published device) {
        boolean goOn = false;
        try {
            StatFile file = fileOf(device);
            long nowMs = SystemClock.epochNs() / NS_PER_MS;
            int queuePairs =
                    device.port.call(() -> {
                        long beganNs = SystemClock.nowNs();
                        boolean written = file.publish(device.port.shard(), nowMs);
                        device.tookNs = SystemClock.nowNs() - beganNs;
                        return written ? device.port.shard().qpCount() : -1;
                    });
            device.dueNs = SystemClock.nowNs() + Math.min(LEAST_PART * device.tookNs, LONGEST_NS);
            goOn = queuePairs >= 0;
            if (goOn) {
                file.makeRoom(queuePairs);
            }
        } catch (IOException | RuntimeException | InternalError _) {
            // The port is closed, the disk full, or the folder not ours: no file then.
            goOn = false;
        }
        if (!goOn) {
            close(device);
        }
        return goOn;
    }

    private synchronized StatFile fileOf(Published device) throws IOException {
        if (over) {
            throw new IOException("the process ends");
        }
        if (device.file == null) {
            device.file =
                    StatFile.create(
                            StatFolder.name(StatFolder.prepare(), number++),
                            device.name,
                            INTERVAL_MS);
        }
        return device.file;
    }

    /** Leaves nothing behind when the process ends with devices open, as after Ctrl-C. */
    private synchronized void onExit() {
        over = true;
        for (Published device : devices) {
            try {
                if (device.file != null) {
                    device.file.delete(); // not closed: an event loop may be writing to it
                }
            } catch (IOException _) {
                // The next reader removes it.
            }
        }
        StatFolder.removeIfEmpty();
    }

    private static void close(Published device) {
        try {
            if (device.file != null) {
                device.file.close();
                StatFolder.removeIfEmpty();
            }
        } catch (IOException _) {
            // The next reader removes it.
        }
    }
}
