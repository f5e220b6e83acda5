package org.urdma4j.transport.jfr;

import jdk.jfr.FlightRecorder;

import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpStatistics;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

    /**
     * Who closes a port doesn't say so here.
     *
     * @param episodes by the numbers of queue pairs; of the recorder's thread
     */
    private record Watched(
            String name, WeakReference<NetworkPort> port, Map<Integer, EpisodeEvents> episodes) {}

    static void watch(String device, NetworkPort port) {
        PROCESS.add(new Watched(device, new WeakReference<>(port), new HashMap<>()));
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
                    take(device, port.call(() -> samples(port.shard())));
                }
            } catch (RuntimeException _) {
                remove(device); // it is closed, or was on the way
            }
        }
    }

    private static List<Sample> samples(Shard shard) {
        List<Sample> samples = new ArrayList<>();
        shard.forEachQp(qp -> {
            if (samples.size() < MOST) {
                samples.add(Sample.of(qp));
            }
        });
        return samples;
    }

    /** By the recorder's thread alone. */
    private static void take(Watched device, List<Sample> samples) {
        long nowNs = SystemClock.nowNs();
        Map<Integer, EpisodeEvents> before = new HashMap<>(device.episodes());
        device.episodes().clear();
        for (Sample sample : samples) {
            QpStatistics pair = sample.statistics();
            if (pair.state() == QpState.RTS) {
                EpisodeEvents events = before.remove(pair.qpNum());
                if (events == null) {
                    events = new EpisodeEvents(device.name(), pair.qpNum(), pair.peer());
                }
                device.episodes().put(pair.qpNum(), events);
                events.episodes().take(sample, nowNs);
                commit(device.name(), pair);
            }
        }
        before.values().forEach(gone -> gone.episodes().end());
    }

    private static void commit(String device, QpStatistics pair) {
        PathEvent event = new PathEvent();
        if (!event.shouldCommit()) {
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
