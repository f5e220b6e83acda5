package org.urdma4j.simulation.host;

import org.urdma4j.simulation.link.Marks;
import org.urdma4j.simulation.time.VirtualTimer;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.RebuiltHeader;
import org.urdma4j.transport.port.ShardDriver;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.seal.Keyring;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.shard.ShardNumber;
import org.urdma4j.transport.wire.NetworkHeader;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.transport.wire.TransmitBatches;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.VerbsException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The network port of a simulated host. Its event loop is the virtual time: a turn runs in the
 * instant in which packets arrive, work is posted or a deadline comes.
 */
final class SimulatedPort implements NetworkPort {
    /** What UDP segmentation offload takes in one call, as the real port has it. */
    private static final int BATCH_BYTES = 65_000;

    private static final int BATCH_PACKETS = 64;

    private final SimulatedNetwork network;
    private final SimulatedHost host;
    private final PacketPool pool;
    private final boolean checksIcrc;
    private final Shard shard;
    private final NetworkHeader networkHeader;
    private final ShardDriver driver;
    private final ReceivedPacket received;
    private final VirtualTimer timer;
    private final Transmitter transmitter = new Transmitter();
    private final Optional<Keyring> keyring;
    private final List<NetworkPort> loops = new ArrayList<>(List.of(this));
    private boolean closed;

    SimulatedPort(
            SimulatedNetwork network,
            SimulatedHost host,
            EngineConfig config,
            RandomGenerator random,
            Keyring keyring,
            ShardNumber number) {
        this.network = network;
        this.keyring = Optional.ofNullable(keyring);
        this.host = host;
        PayloadMover payload = network.payload();
        this.pool = network.pool();
        this.checksIcrc = payload == PayloadMover.COPYING;
        this.shard = new Shard(config, random, number);
        this.driver =
                new ShardDriver(
                        shard,
                        network.time()::nowNs,
                        new TransmitBatches(BATCH_BYTES, BATCH_PACKETS, payload),
                        transmitter);
        this.received = new ReceivedPacket(payload);
        this.networkHeader =
                new RebuiltHeader(
                        gids().stream().map(GidEntry::gid).toList(),
                        source -> ((HostAddress) source).gid());
        this.timer = network.time().timer(this::turn);
    }

    /** Opens a port with several event loops, which all take their turns in virtual time. */
    static List<SimulatedPort> open(
            SimulatedNetwork network,
            SimulatedHost host,
            EngineConfig config,
            RandomGenerator random,
            Keyring keyring,
            int eventLoops) {
        List<SimulatedPort> all =
                IntStream.range(0, eventLoops)
                        .mapToObj(i -> new ShardNumber(i, eventLoops))
                        .map(i ->
                                new SimulatedPort(
                                        network, host, config, random, ring(keyring, i), i))
                        .toList();
        all.getFirst().loops.addAll(all.subList(1, eventLoops));
        return all;
    }

    private static Keyring ring(Keyring first, ShardNumber number) {
        return first == null || number.index() == 0 ? first : first.further();
    }

    private void turn() {
        long nowNs = network.time().nowNs();
        long freeNs = host.freeAt(nowNs);
        if (freeNs > nowNs) {
            timer.schedule(freeNs);
            return;
        }
        long nextNs = driver.turn();
        if (!transmitter.ready()) {
            timer.schedule(transmitter.readyNs);
        } else if (nextNs != Long.MAX_VALUE) {
            timer.schedule(nextNs);
        }
        host.onTurn();
    }

    void onResumed() {
        shard.onResumed();
        requestTurn();
    }

    private void requestTurn() {
        long nowNs = network.time().nowNs();
        if (!timer.isScheduled() || timer.atNs() - nowNs > 0) {
            timer.schedule(nowNs);
        }
    }

    /** Sends a batch in an instant; how long the host was busy with it shows in the next. */
    private final class Transmitter implements ShardDriver.Transmitter {
        private long readyNs;

        @Override
        public void send(TransmitBatch batch) {
            readyNs = host.sentAt(network.time().nowNs(), batch.count(), batch.bytes());
            SimulatedRoute route = (SimulatedRoute) batch.route();
            for (int i = 0; i < batch.count(); i++) {
                SimulatedPacket packet = pool.take(batch, i, route);
                if (checksIcrc) {
                    route.stamp(packet);
                }
                route.forward(packet);
            }
        }

        @Override
        public boolean ready() {
            return readyNs - network.time().nowNs() <= 0;
        }
    }

    @Override
    public boolean seesMarks() {
        return true;
    }

    /** Takes a packet that has arrived; the turn follows when all of this instant are in. */
    void receive(SimulatedPacket packet) {
        if (isIntact(packet)) {
            Object source = packet.seenFrom == null ? packet.route.from() : packet.seenFrom;
            received.wrap(packet.buffer, packet.memory, 0, 0, packet.length, source);
            received.arrivedAt(packet.route.to().index());
            received.congestionExperienced((packet.marks & Marks.CONGESTION_EXPERIENCED) != 0);
            shard.onPacket(received, network.time().nowNs());
        } else {
            shard.counters().increment(Counter.DROPPED_ICRC);
        }
        requestTurn();
    }

    /** By its ICRC where there are bytes; where there are none, by the mark that stands for it. */
    private boolean isIntact(SimulatedPacket packet) {
        return checksIcrc ? packet.route.isIntact(packet) : (packet.marks & Marks.CORRUPTED) == 0;
    }

    @Override
    public String description() {
        return "simulated " + host;
    }

    @Override
    public List<GidEntry> gids() {
        return IntStream.range(0, host.addressCount())
                .mapToObj(i -> new GidEntry(host.gid(i), i, 1, GidType.ROCE_V2, 0))
                .toList();
    }

    @Override
    public Mtu activeMtu() {
        return Mtu.MTU_4096;
    }

    @Override
    public NetworkHeader networkHeader() {
        return networkHeader;
    }

    @Override
    public Shard shard() {
        return shard;
    }

    @Override
    public Optional<Keyring> keyring() {
        return keyring;
    }

    @Override
    public Route route(AhAttr ah, int flow) {
        return route(ah.grh().sgidIndex(), ah.grh().dgid()).asked(ah);
    }

    @Override
    public SimulatedRoute route(int sourceGidIndex, Gid destination) {
        HostAddress from = address(sourceGidIndex);
        SimulatedRoute route = network.route(from, destination);
        if (route == null) {
            throw new VerbsException(
                    Errno.EHOSTUNREACH,
                    "%s has no route to %s; the network needs one".formatted(from, destination));
        }
        return route;
    }

    private HostAddress address(int index) {
        if (index < 0 || index >= host.addressCount()) {
            throw new VerbsException(
                    Errno.EINVAL, "%s has no GID with index %d".formatted(host, index));
        }
        return host.address(index);
    }

    @Override
    public Route route(int sourceGidIndex, Gid destination, int entropy) {
        return route(sourceGidIndex, destination).withEntropy(entropy);
    }

    /** That of the address that leads to the peer, the first if several do or none. */
    @Override
    public int gidIndexTowards(Gid peer) {
        return IntStream.range(0, host.addressCount())
                .filter(i -> network.route(host.address(i), peer) != null)
                .findFirst()
                .orElse(defaultGidIndex());
    }

    @Override
    public Gid gidOf(Object source) {
        return ((HostAddress) source).gid();
    }

    @Override
    public boolean knowsWaysBack() {
        return true;
    }

    @Override
    public Route wayBack(int gidIndex, Object source) {
        return network.wayBack(address(gidIndex), (HostAddress) source);
    }

    @Override
    public long nowNs() {
        return network.time().nowNs();
    }

    @Override
    public List<NetworkPort> loops() {
        return List.copyOf(loops);
    }

    @Override
    public <T> T call(Supplier<T> task) {
        if (closed) {
            throw new IllegalStateException(description() + " is closed");
        }
        T result = task.get();
        requestTurn();
        return result;
    }

    @Override
    public void later(Runnable task) {
        VirtualTimer soon =
                network.time()
                        .timer(() -> {
                            if (!closed) {
                                task.run();
                                requestTurn();
                            }
                        });
        soon.schedule(network.time().nowNs());
    }

    @Override
    public void wake() {
        if (!closed) {
            requestTurn();
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            timer.cancel();
            loops.subList(1, loops.size()).forEach(NetworkPort::close);
            host.onClosed();
        }
    }
}
