package org.urdma4j.transport.jfr;

import jdk.jfr.FlightRecorder;

import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.stat.Statistics;
import org.urdma4j.verbs.DeviceStatistics;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpStatistics;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes samples of all devices when the recorder asks for them, which it does only while there is a
 * recording that wants them. Safe from any thread.
 */
final class PathSampler {
    /** Queue pairs of a device that are sampled: 1000 would hold up its event loop for a while. */
    private static final int MOST = 256;

    private static final PathSampler PROCESS = new PathSampler();

    private final List<Watched> devices = new ArrayList<>();
    private boolean hooked;

    private PathSampler() {}

    /** Who closes a port doesn't say so here. */
    private record Watched(String name, WeakReference<NetworkPort> port) {}

    static void watch(String device, NetworkPort port) {
        PROCESS.add(new Watched(device, new WeakReference<>(port)));
    }

    private synchronized void add(Watched device) {
        devices.removeIf(each -> each.port.get() == null);
        devices.add(device);
        if (!hooked) {
            hooked = true;
            FlightRecorder.addPeriodicEvent(PathEvent.class, this::sample);
        }
    }

    private synchronized List<Watched> all() {
        return List.copyOf(devices);
    }

    private synchronized void remove(Watched device) {
        devices.remove(device);
    }

    private void sample() {
        for (Watched device : all()) {
            NetworkPort port = device.port.get();
            try {
                if (port != null) {
                    DeviceStatistics now =
                            port.call(() -> Statistics.of(device.name, port.shard(), MOST));
                    now.queuePairs().forEach(pair -> commit(device.name, pair));
                }
            } catch (RuntimeException _) {
                remove(device); // it is closed, or was on the way
            }
        }
    }

    private static void commit(String device, QpStatistics pair) {
        PathEvent event = new PathEvent();
        if (pair.state() != QpState.RTS || !event.shouldCommit()) {
            return;
        }
        event.device = device;
        event.queuePair = pair.qpNum();
        event.peer = pair.peer();
        event.profile = pair.profile();
        event.congestion = pair.congestion();
        event.rtt = pair.rttNs();
        event.minRtt = pair.minRttNs();
        event.queueDelay = pair.queueDelayNs();
        event.inFlight = pair.inFlightBytes();
        event.window = pair.windowBytes();
        event.pacing = pair.pacingBitsPerSecond();
        event.delivery = pair.deliveryBitsPerSecond();
        event.sentPackets = pair.counter("sent_pkts");
        event.receivedPackets = pair.counter("rcvd_pkts");
        event.retransmittedPackets = pair.counter("retransmitted_pkts");
        event.commit();
    }
}
