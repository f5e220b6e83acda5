package org.urdma4j.bench.net.verbs;

import org.urdma4j.bench.net.measure.EndFacts;
import org.urdma4j.bench.net.measure.EndSetup;
import org.urdma4j.bench.net.measure.LatencySummary;
import org.urdma4j.bench.net.measure.StreamTally;
import org.urdma4j.bench.net.measure.Tally;
import org.urdma4j.bench.net.measure.TrafficEnd;
import org.urdma4j.bench.net.spec.Load;
import org.urdma4j.bench.net.spec.RunSpec;
import org.urdma4j.bench.net.spec.Service;
import org.urdma4j.transport.netty.UdpPortConfig;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.verbs.VerbsException;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** One end of a run over RDMA. */
final class VerbsEnd implements TrafficEnd {
    private static final long JOIN_MS = 2_000;
    private static final long QUIET_NS = 3_000_000_000L;

    private final EndSetup setup;
    private final RunSpec spec;
    private final Layout layout;
    private final int ownPayload;
    private final VerbsDevice device;
    private final Failure failure = new Failure();
    private final Contents contents;
    private final Counting counting;
    private Taker taker;
    private Poster poster;
    private Thread posting;
    private Thread taking;
    private int payload;
    private boolean flushed;
    private long lastReceived;
    private long lastReceivedNs;

    VerbsEnd(EndSetup setup, UnaryOperator<UdpPortConfig> config) throws IOException {
        this.setup = setup;
        spec = setup.spec();
        layout = Layout.of(spec);
        ownPayload = LinkPayload.choose(spec, setup.local());
        device = new VerbsDevice(setup, layout, config);
        contents = new Contents(spec, layout, device.memory(), failure);
        counting = new Counting(setup, device);
        contents.fillSource();
    }

    @Override
    public JsonNode offer() {
        List<VerbsOffer.Pair> pairs = new ArrayList<>();
        for (Stream stream : device.streams()) {
            pairs.add(new VerbsOffer.Pair(stream.endpoint.qpn(), stream.endpoint.psn()));
        }
        EndMemory memory = device.memory();
        return new VerbsOffer(
                        device.gid().toString(),
                        pairs,
                        ownPayload,
                        EndMemory.window(memory.target()),
                        EndMemory.window(memory.source()),
                        EndMemory.window(memory.cells()))
                .toJson();
    }

    @Override
    public void connect(JsonNode offer) throws IOException {
        VerbsOffer remote = VerbsOffer.read(offer, layout.streams());
        payload = Math.min(ownPayload, remote.payload());
        if (spec.qp() == Service.UD && spec.load().size() > payload) {
            throw new IOException(
                    "a message of --qp ud is one packet, and this path carries --size %d at most"
                            .formatted(payload));
        }
        WorkFailure words = new WorkFailure(setup);
        try {
            QpOptions options = new QpOptions(spec, layout, payload);
            for (Stream stream : device.streams()) {
                options.connect(stream, remote.endpoint(stream.index));
            }
        } catch (VerbsException e) {
            throw new IOException("the queue pairs can't be connected: " + e.getMessage(), e);
        }
        if (layout.receives() > 0 && spec.receives(setup.side())) {
            taker =
                    new Taker(
                            spec,
                            layout,
                            device.memory(),
                            device.streams(),
                            device.receiveCompletions(),
                            contents,
                            failure);
            taker.postFirst();
            taking = daemon("bench-receive", taker);
        }
        if (setup.posts()) {
            poster =
                    new Poster(
                            spec,
                            layout,
                            device.memory(),
                            remote,
                            device.streams(),
                            device.sendCompletions(),
                            contents,
                            words,
                            failure);
        }
    }

    private static Thread daemon(String name, Runnable task) {
        return Thread.ofPlatform().daemon().name(name).start(task);
    }

    @Override
    public EndFacts facts() {
        return new EndFacts(payload, payload, device.receiveBufferBytes());
    }

    @Override
    public void start() {
        lastReceivedNs = SystemClock.nowNs();
        if (poster != null) {
            posting = daemon("bench-post", poster);
        }
    }

    @Override
    public Tally tally() {
        return counting.tally();
    }

    @Override
    public boolean done() {
        Load load = spec.load();
        if (load.bytes() == 0 || (poster == null && !spec.receives(setup.side()))) {
            return false; // who only answers can't know
        }
        Tally tally = counting.tally();
        for (StreamTally stream : tally.streams()) {
            if (poster != null && stream.operations() < load.messagesPerStream()) {
                return false;
            }
        }
        long expected = load.messagesPerStream() * load.size() * load.streams();
        return !spec.receives(setup.side())
                || tally.sum().received() >= expected
                || (!spec.qp().reliable() && quiet(tally.sum().received()));
    }

    /** What was lost never comes: returns whether nothing more has come for a while. */
    private boolean quiet(long received) {
        long nowNs = SystemClock.nowNs();
        if (received != lastReceived) {
            lastReceived = received;
            lastReceivedNs = nowNs;
        }
        return nowNs - lastReceivedNs > QUIET_NS;
    }

    @Override
    public String failure() {
        return failure.get();
    }

    @Override
    public LatencySummary latency() {
        return poster == null ? null : poster.latency();
    }

    @Override
    public void stop() throws InterruptedException {
        if (poster != null) {
            poster.stop();
        }
        if (taker != null) {
            taker.stop();
        }
        join(posting);
        join(taking);
        if (posting != null && !spec.qp().reliable() && !flushed) {
            flushed = true;
            device.flush();
        }
    }

    private static void join(Thread thread) throws InterruptedException {
        if (thread != null) {
            thread.join(JOIN_MS);
        }
    }

    @Override
    public void close() {
        try {
            stop();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        device.close();
    }
}
