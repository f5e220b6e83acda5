package org.urdma4j.simulation.host;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.simulation.pcap.Endpoint;
import org.urdma4j.simulation.time.VirtualTimer;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.seal.Keyring;
import org.urdma4j.transport.seal.SealSettings;
import org.urdma4j.transport.shard.ShardNumber;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.VerbsException;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * A host of a {@link SimulatedNetwork} with one RDMA device, which is opened and used through the
 * verbs API. What it is asked to do happens when the virtual time runs: posting returns at once,
 * and its packets leave in the same instant of virtual time.
 *
 * <p>A program in the simulation can't wait for completions, since nothing else runs meanwhile. It
 * either runs the virtual time until what it waits for is there, or reacts in {@link #application}.
 */
public final class SimulatedHost {
    private final SimulatedNetwork network;
    private final String name;
    private final int number;
    private final List<HostAddress> addresses = new ArrayList<>();
    private final SoftDevice device;
    private final EngineConfig config;
    private final RandomGenerator random;
    private Runnable application;
    private List<SimulatedPort> ports = List.of();
    private int eventLoops = 1;
    private Counters counters = new Counters();
    private Supplier<Keyring> keyrings = () -> null;
    private long unreceived;
    private HostStalls stalls;
    private long bitsPerSecond;
    private long readBitsPerSecond;
    private long readNs;
    private VirtualTimer back;
    private ForeignPort foreign;
    private final ArrayDeque<SimulatedPacket> waiting = new ArrayDeque<>();

    SimulatedHost(
            SimulatedNetwork network,
            String name,
            int number,
            EngineConfig config,
            RandomGenerator random) {
        this.network = network;
        this.name = name;
        this.number = number;
        this.addresses.add(new HostAddress(this, 0, Endpoint.host(number)));
        this.device = new SoftDevice(name, endpoint().mac(), this::openPort);
        this.config = config;
        this.random = random;
    }

    private SimulatedPort openPort() {
        if (!ports.isEmpty()) {
            throw new VerbsException(
                    Errno.EADDRINUSE, "the device of %s is open; close it first".formatted(name));
        }
        ports = SimulatedPort.open(network, this, config, random, keyrings.get(), eventLoops);
        counters = Counters.sumOf(ports.stream().map(port -> port.shard().counters()).toList());
        return ports.getFirst();
    }

    /** Has its packets sealed from the next time on that its device is opened. */
    void sealWith(SealSettings settings, Keyring.Agent agent) {
        keyrings = () -> new Keyring(settings, agent);
    }

    /**
     * Returns what its event loops seal by, nothing if they don't.
     *
     * @throws IllegalStateException if it isn't open
     */
    List<Keyring> keyrings() {
        if (ports.isEmpty()) {
            throw new IllegalStateException("open " + this + " first");
        }
        return ports.stream().map(SimulatedPort::keyring).flatMap(Optional::stream).toList();
    }

    /** Returns what is behind a queue pair of its device. */
    Qp engine(QueuePair pair) {
        return loop(pair.qpNum()).shard().find(pair.qpNum());
    }

    public String name() {
        return name;
    }

    int number() {
        return number;
    }

    /** Returns its first address: 10.0.0.n. */
    public Gid gid() {
        return address(0).gid();
    }

    /**
     * Returns one of its addresses.
     *
     * @param index 0 for the first
     */
    public Gid gid(int index) {
        return address(index).gid();
    }

    public int addressCount() {
        return addresses.size();
    }

    /**
     * Gives it one more address, 10.k.0.n for the k-th, before its device is opened. Routes lead to
     * each address of their own.
     *
     * @throws IllegalStateException if the device is open
     */
    public Gid addAddress() {
        return add(Endpoint.furtherIpv4(number, addresses.size()));
    }

    /** As {@link #addAddress}, but an IPv6 address: fd00::k:n, in hexadecimal digits. */
    public Gid addIpv6Address() {
        return add(Endpoint.furtherIpv6(number, addresses.size()));
    }

    private Gid add(Endpoint endpoint) {
        requireClosed();
        addresses.add(new HostAddress(this, addresses.size(), endpoint));
        return addresses.getLast().gid();
    }

    private void requireClosed() {
        if (!ports.isEmpty()) {
            throw new IllegalStateException("the device of %s is open".formatted(name));
        }
    }

    /**
     * Gives its device several event loops, before it is opened.
     *
     * @param count 1 to {@link ShardNumber#MAX_COUNT}
     * @throws IllegalStateException if the device is open
     */
    public void eventLoops(int count) {
        requireClosed();
        eventLoops = new ShardNumber(0, count).count();
    }

    /** Returns the event loop that a queue pair belongs to. */
    private SimulatedPort loop(int qpn) {
        return ports.get(loopOf(qpn));
    }

    int loopOf(int qpn) {
        return ports.getFirst().shard().number().of(qpn);
    }

    /**
     * Returns one of its addresses.
     *
     * @throws IllegalArgumentException if it has none of this index
     */
    HostAddress address(int index) {
        if (index < 0 || index >= addresses.size()) {
            throw new IllegalArgumentException(
                    "%s has %d addresses, none with index %d"
                            .formatted(name, addresses.size(), index));
        }
        return addresses.get(index);
    }

    /**
     * Opens the device.
     *
     * @throws VerbsException with EADDRINUSE while it is open
     */
    public SoftContext open() {
        return device.open();
    }

    /**
     * Sets what runs after each turn of the device: an application that polls its completions and
     * posts more work. It must let time pass: to post without end in one instant is an error.
     */
    public void application(Runnable program) {
        application = program;
    }

    /** Makes it a host that is away at times. Packets that come meanwhile wait, however many. */
    public void stalls(HostStalls when) {
        stalls = when;
        back = network.time().timer(this::receiveWaiting);
    }

    /**
     * Makes it a host that takes its time over each batch that it sends, as a NIC whose queue pairs
     * take turns at the rate of its port: what it had to catch up with is not gone at once.
     *
     * @param rate bits per second, what the network adds to packets counted; 0 for no limit, as at
     *     first
     */
    public void sendsAt(long rate) {
        bitsPerSecond = rate;
    }

    /**
     * Makes it a host that takes its time over each packet that it receives; those that come
     * meanwhile wait, however many.
     *
     * @param rate bits per second, 0 for no limit, as at first
     */
    public void receivesAt(long rate) {
        readBitsPerSecond = rate;
        if (back == null) {
            back = network.time().timer(this::receiveWaiting);
        }
    }

    /** Returns when a batch of so many packets and bytes, begun now, has been sent. */
    long sentAt(long nowNs, int packets, int bytes) {
        long all = bytes + (long) packets * config.framingBytes();
        return bitsPerSecond == 0 ? nowNs : nowNs + all * 8_000_000_000L / bitsPerSecond;
    }

    /** Returns when the host can do what it is to do now. */
    long freeAt(long nowNs) {
        return stalls == null ? nowNs : stalls.freeAt(nowNs);
    }

    /** Returns what the device has counted since it was last opened. */
    public Counters counters() {
        return counters;
    }

    /** Returns how many packets have come while the device was closed. */
    public long unreceived() {
        return unreceived;
    }

    /** Returns its Ethernet address and its first IP address. */
    public Endpoint endpoint() {
        return address(0).endpoint();
    }

    /** A first stage of its routes that was paused, {@link Hop#isPaused}, no longer is. */
    public void onResumed() {
        ports.forEach(SimulatedPort::onResumed);
    }

    /** Has everything that arrives go there, not to the device. */
    void foreign(ForeignPort receiver) {
        foreign = receiver;
    }

    void receive(SimulatedPacket packet) {
        long nowNs = network.time().nowNs();
        long freeNs = freeToReadAt(nowNs);
        if (freeNs > nowNs || !waiting.isEmpty()) {
            waiting.addLast(packet);
            if (!back.isScheduled()) {
                back.schedule(freeNs);
            }
        } else {
            take(packet);
        }
    }

    private long freeToReadAt(long nowNs) {
        return freeAt(Math.max(nowNs, readNs));
    }

    private void receiveWaiting() {
        long nowNs = network.time().nowNs();
        while (!waiting.isEmpty()) {
            long freeNs = freeToReadAt(nowNs);
            if (freeNs > nowNs) {
                back.schedule(freeNs);
                return;
            }
            take(waiting.pollFirst());
        }
    }

    private void take(SimulatedPacket packet) {
        if (readBitsPerSecond > 0) {
            readNs = network.time().nowNs() + packet.length * 8_000_000_000L / readBitsPerSecond;
        }
        if (foreign != null) {
            foreign.receive(packet);
        } else if (ports.isEmpty()) {
            unreceived++;
        } else {
            loop(Bth.destQp(packet.buffer, 0)).receive(packet);
        }
        network.pool().release(packet);
    }

    void onTurn() {
        if (application != null) {
            application.run();
        }
    }

    void onClosed() {
        ports = List.of();
    }

    @Override
    public String toString() {
        return name;
    }
}
