package org.urdma4j.measure.verbs;

import org.urdma4j.measure.spec.Control;
import org.urdma4j.measure.spec.Load;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Service;
import org.urdma4j.measure.spec.Side;
import org.urdma4j.measure.traffic.EndFacts;
import org.urdma4j.measure.traffic.EndSetup;
import org.urdma4j.measure.traffic.LatencySummary;
import org.urdma4j.measure.traffic.ProtectionFacts;
import org.urdma4j.measure.traffic.Responsiveness;
import org.urdma4j.measure.traffic.StreamTally;
import org.urdma4j.measure.traffic.Tally;
import org.urdma4j.measure.traffic.TrafficEnd;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.port.udp.UdpOffload;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.VerbsException;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One end of a run over RDMA. */
final class VerbsEnd implements TrafficEnd {
    private static final long JOIN_MS = 2_000;
    private static final long QUIET_NS = 3_000_000_000L;

    private final boolean ownPort;
    private final Set<UdpOffload> without;
    private final EndSetup setup;
    private final RunSpec spec;
    private final Layout layout;
    private final int ownPayload;
    private final long grantRate;
    private final VerbsDevice device;
    private final Failure failure = new Failure();
    private final Contents contents;
    private final Counting counting;
    private Taker taker;
    private Poster poster;
    private Prober prober;
    private Thread probing;
    private Thread posting;
    private Thread taking;
    private int payload;
    private boolean flushed;
    private long lastReceived;
    private long lastReceivedNs;
    private Links links;

    VerbsEnd(EndSetup asked, SharedDevices devices, long grants)
            throws IOException, InterruptedException {
        ownPort = devices.backend().hasOwnPort();
        without = devices.backend().without();
        setup = OwnAddresses.first(asked);
        spec = setup.spec();
        if (spec.tuning().control() == Control.TCP && !setup.remote().equals(asked.remote())) {
            // nothing else would show that somebody there wants this end's traffic
            throw new IOException(
                    "--control tcp takes the control connection's addresses for the first path: %s"
                            .formatted(asked.remote().getHostAddress()));
        }
        if (devices.backend().isForeign()) {
            Foreign.require(setup);
        }
        layout = Layout.of(spec);
        List<InetAddress> more = OwnAddresses.more(setup);
        ownPayload = LinkPayload.choose(spec, devices.backend(), setup, more);
        grantRate = GrantRate.choose(spec, setup.side(), setup.local(), grants);
        device = new VerbsDevice(setup, layout, devices, more);
        DatagramTimes times = spec.toGroup() ? new DatagramTimes() : null;
        contents = new Contents(spec, layout, device.memory(), times, failure);
        counting = new Counting(setup, device, times);
        try {
            contents.fillSource();
            if (!managed()) {
                device.createStreams(spec.load().queuePairs());
            }
        } catch (RuntimeException | InterruptedException e) {
            device.close();
            throw e;
        }
    }

    /** Returns whether connections are made through the connection manager; datagrams need none. */
    private boolean managed() {
        return spec.tuning().control() == Control.CM && spec.qp() != Service.UD;
    }

    @Override
    public JsonNode offer() {
        List<VerbsOffer.Pair> pairs = new ArrayList<>();
        for (Stream stream : device.all()) {
            pairs.add(new VerbsOffer.Pair(stream.endpoint.qpn(), stream.endpoint.psn()));
        }
        EndMemory memory = device.memory();
        return new VerbsOffer(
                        device.gid().toString(),
                        managed() ? List.of() : pairs,
                        listening(),
                        ownPort,
                        ownPayload,
                        EndMemory.window(memory.target()),
                        EndMemory.window(memory.source()),
                        EndMemory.window(memory.cells()))
                .toJson();
    }

    private VerbsOffer.Listening listening() {
        return links instanceof ServerLinks server
                ? new VerbsOffer.Listening(server.port(), server.token())
                : null;
    }

    @Override
    public void connect(JsonNode offer) throws IOException, InterruptedException {
        VerbsOffer remote = VerbsOffer.read(offer, managed() ? 0 : spec.load().queuePairs());
        requireNoTranslation(Gid.parse(remote.gid()), ownPort || remote.ownPort());
        payload = Math.min(ownPayload, remote.payload());
        if (spec.qp() == Service.UD && spec.load().size() > payload) {
            throw new IOException(
                    "a message of --qp ud is one packet, and this path carries --size %d at most"
                            .formatted(payload));
        }
        QpOptions options = options();
        if (managed()) {
            link(remote, options);
            return;
        }
        try {
            List<Stream> streams = device.all();
            device.each(
                    streams.size(),
                    i -> options.connect(streams.get(i), remote.endpoint(streams.get(i).index)));
        } catch (VerbsException e) {
            throw Links.failed(e);
        }
        prepare(remote);
    }

    private QpOptions options() throws IOException, InterruptedException {
        AhAttr group = null;
        if (spec.toGroup()) {
            InetAddress at = InetAddress.ofLiteral(spec.multicast());
            try {
                group = device.wayTo(at, spec.tuning().sl());
            } catch (VerbsException e) {
                throw new IOException("--multicast: " + e.getMessage(), e);
            }
        }
        return new QpOptions(setup, layout, payload, device.device(), grantRate, group);
    }

    /**
     * The ICRC covers the addresses of a packet, so that nothing would arrive, unless both ends
     * have UDP ports of their own. Who says another address than it speaks from would also turn
     * this end's traffic on somebody else; the connection manager answers where packets come from.
     */
    private void requireNoTranslation(Gid said, boolean ownPorts) throws IOException {
        Gid seen = Gid.of(setup.remote());
        if (!said.equals(seen) && !(managed() && ownPorts)) {
            throw new IOException(
                    ("address translation (NAT) between both ends: the other one is %s and is seen as"
                                    + " %s; give the client --udp-port 0, and leave out --control tcp")
                            .formatted(
                                    said.toInetAddress().getHostAddress(),
                                    seen.toInetAddress().getHostAddress()));
        }
    }

    /** A client connects; a server accepts, which goes on until the traffic is to start. */
    private void link(VerbsOffer remote, QpOptions options)
            throws IOException, InterruptedException {
        String peer = WorkFailure.text(setup.remote(), setup.port());
        int streams = spec.load().queuePairs();
        if (setup.side() == Side.SERVER) {
            ServerLinks server = new ServerLinks(device, options, peer, setup.remote());
            links = server;
            server.accept(streams, () -> prepare(remote));
            return;
        }
        VerbsOffer.Listening at = remote.links();
        if (at == null) {
            throw new IOException("the server doesn't say where its connection manager listens");
        }
        ClientLinks client = new ClientLinks(device, options, peer);
        links = client;
        InetSocketAddress server = new InetSocketAddress(setup.remote(), at.port());
        client.connect(server, at.token(), streams, () -> prepare(remote));
    }

    /** There are queue pairs: posts receives, and makes ready to post requests. */
    private void prepare(VerbsOffer remote) {
        WorkFailure words = new WorkFailure(setup, device.device());
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
        if (setup.posts() && sends()) {
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
        if (spec.load().probed() && setup.side() == Side.CLIENT) {
            prober = new Prober(spec.load(), device, remote, words, failure);
        }
    }

    /** Returns whether no other run with the same group sends on behalf of this one. */
    private boolean sends() {
        if (!spec.toGroup()) {
            return true;
        }
        Stream own = device.streams().getFirst();
        Stream sender = device.sender();
        own.follow(sender);
        return sender.equals(own);
    }

    @Override
    public void idle() throws InterruptedException {
        if (prober != null) {
            prober.idle();
        }
    }

    private static Thread daemon(String name, Runnable task) {
        return Thread.ofPlatform().daemon().name(name).start(task);
    }

    @Override
    public EndFacts facts() {
        return EndFacts.dated(payload, device.device().receiveBufferBytes(), without);
    }

    @Override
    public Optional<ProtectionFacts> protection() {
        return device.device().keys().map(keys -> Sealing.facts(keys, device.counters()));
    }

    @Override
    public void start() throws IOException, InterruptedException {
        if (links instanceof ServerLinks server) {
            server.await();
        }
        lastReceivedNs = SystemClock.nowNs();
        if (poster != null) {
            posting = daemon("bench-post", poster);
        }
        if (prober != null) {
            probing = daemon("bench-probe", prober);
        }
    }

    @Override
    public Tally tally() {
        return counting.tally();
    }

    @Override
    public boolean done() {
        Load load = spec.load();
        if (load.bytes() == 0 || (!setup.posts() && !spec.receives(setup.side()))) {
            return false; // who only answers can't know
        }
        Tally tally = counting.tally();
        for (StreamTally stream : tally.streams()) {
            if (setup.posts() && stream.operations() < load.messagesPerStream()) {
                return false;
            }
        }
        long expected = load.messagesPerStream() * load.size() * load.streams();
        long received = tally.sum().received();
        if (spec.toGroup()) {
            received = (tally.arrivals().packets() + tally.wire().lost()) * load.size();
        }
        return !spec.receives(setup.side())
                || received >= expected
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
    public Optional<Responsiveness> responsiveness() {
        return Optional.ofNullable(prober).flatMap(Prober::result);
    }

    @Override
    public void stop() throws InterruptedException {
        if (poster != null) {
            poster.stop();
        }
        if (taker != null) {
            taker.stop();
        }
        if (prober != null) {
            prober.stop();
        }
        join(probing);
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
        if (links != null) {
            links.halt();
        }
        try {
            stop();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        if (links != null) {
            links.close();
        }
        device.close();
    }
}
