package org.urdma4j.transport.device;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.urdma.VerificationTag;
import org.urdma4j.protection.packet.PacketSeal;
import org.urdma4j.transport.cm.CmConfig;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.linux.AnonymousMemory;
import org.urdma4j.transport.rdmacm.CmHost;
import org.urdma4j.transport.rdmacm.ConnectionService;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.stat.Statistics;
import org.urdma4j.transport.urdma.offer.UrdmaPayload;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.AsyncEvent;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.DeviceAttr;
import org.urdma4j.verbs.DeviceStatistics;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.PortAttr;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.VerbsException;

import java.lang.foreign.MemorySegment;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** An open software device: one network port and what applications made on it. */
public final class SoftContext extends Resource implements CmHost {
    /** Where heap memory, which has no address, appears to peers: apart from real addresses. */
    private static final long HEAP_BASE = 0x7000_0000_0000_0000L;

    private static final long HEAP_STEP_ALIGNMENT = 1L << 21;

    private final Device device;
    private final NetworkPort port;
    private final Loops loops;
    private final EventQueue<AsyncEvent> asyncEvents = new EventQueue<>();
    private final ConnectionService connections;
    private int domains;
    private long nextHeapAddress = HEAP_BASE;

    /** Opens a device over {@code port}, which it closes when it is closed. */
    public SoftContext(Device device, NetworkPort port) {
        this(device, port, CmConfig.of(port.address(), device.guid()));
    }

    /**
     * Opens a device over {@code port}, which it closes when it is closed.
     *
     * @param cm how patient its connection manager is; the address must be the port's first
     */
    public SoftContext(Device device, NetworkPort port, CmConfig cm) {
        this(device, port, cm, ContextAttr.DEFAULT.payloadBytes());
    }

    /**
     * Opens a device over {@code port}, which it closes when it is closed.
     *
     * @param cm how patient its connection manager is; the address must be the port's first
     * @param mostPayload of a URDMA packet that connections offer where the link carries more
     */
    public SoftContext(Device device, NetworkPort port, CmConfig cm, int mostPayload) {
        this.device = device;
        this.port = port;
        this.loops = new Loops(port);
        loops.all().forEach(loop -> loop.shard().ways(new PortPaths(loop)));
        this.connections = new ConnectionService(this, port, cm, mostPayload, new SecureRandom());
    }

    @Override
    public ConnectionService connections() {
        checkOpen();
        return connections;
    }

    /** Returns the port, which is also the first event loop. */
    NetworkPort port() {
        return port;
    }

    Loops loops() {
        return loops;
    }

    Shard shard() {
        return port.shard();
    }

    /** Returns what the device has counted since it was opened. Any thread. */
    public Counters counters() {
        return loops.counters();
    }

    @Override
    public DeviceStatistics statistics(int mostQueuePairs) {
        checkOpen();
        Invalid.unlessInRange("mostQueuePairs", mostQueuePairs, 0, Integer.MAX_VALUE);
        return Statistics.of(device.name(), loops.all(), counters(), mostQueuePairs);
    }

    /**
     * Returns the largest payload of the URDMA profile whose packets fit the link, in bytes: what
     * to offer with {@link org.urdma4j.verbs.UrdmaOffer.Builder#payloadBytes}.
     *
     * @param fec whether forward error correction is to be offered
     */
    public int largestPayload(boolean fec) {
        return largestPayload(fec, false);
    }

    /**
     * Returns the same where several paths may be agreed on, by the link with the smallest packets.
     *
     * @param paths whether they are to be offered
     */
    @Override
    public int largestPayload(boolean fec, boolean paths) {
        return UrdmaPayload.within(packetBytes(), fec, paths);
    }

    /**
     * Returns the most bytes from BTH to ICRC that a packet may have before it is sealed or tagged.
     */
    int packetBytes() {
        boolean mayBeSealed = port.keyring().isPresent();
        return port.packetBytes() - (mayBeSealed ? PacketSeal.OVERHEAD : VerificationTag.LENGTH);
    }

    /** Returns whether nothing may leave or come that isn't sealed. */
    boolean protectionRequired() {
        return port.protectionRequired();
    }

    <T> T onLoop(Supplier<T> task) {
        return port.call(task);
    }

    void onLoop(Runnable task) {
        port.call(() -> {
            task.run();
            return null;
        });
    }

    /** Tells of an event; on the event loop. */
    void raise(AsyncEvent event) {
        asyncEvents.add(event, (Resource) event.element());
        if (event.eventType() == EventType.COMM_EST) {
            SoftQueuePair pair = (SoftQueuePair) event.element();
            tell(pair, () -> connections.communicationEstablished(pair));
        }
    }

    /** What is destroyed takes along what hasn't been told of it. */
    void forgetEvents(Resource element) {
        for (EventType type : EventType.values()) {
            asyncEvents.remove(new AsyncEvent(type, element));
        }
    }

    /** A request of a queue pair has failed; on its event loop. */
    void requestFailed(SoftQueuePair pair) {
        tell(pair, () -> connections.requestFailed(pair));
    }

    /** The peer of a queue pair is somewhere else now; on its event loop. */
    void moved(SoftQueuePair pair, Object source) {
        tell(pair, () -> connections.moved(pair, source));
    }

    /** The peer of a queue pair doesn't answer any more; on its event loop. */
    void peerVanished(SoftQueuePair pair) {
        tell(pair, () -> connections.peerVanished(pair));
    }

    /**
     * Has the connection manager told of a queue pair, on the first event loop. Other loops don't
     * wait for that: it is the first that waits for them, when connections move queue pairs.
     */
    private void tell(SoftQueuePair pair, Runnable what) {
        if (port.equals(pair.loop())) {
            what.run();
        } else {
            port.later(what);
        }
    }

    int pKey(int index) {
        Invalid.unlessInRange("pkey_index", index, 0, DeviceLimits.PKEY_TABLE_LENGTH - 1);
        return Bth.DEFAULT_P_KEY;
    }

    @Override
    public MemorySegment allocate(long bytes) {
        checkOpen();
        return AnonymousMemory.allocate(bytes).orElseGet(() -> CmHost.super.allocate(bytes));
    }

    @Override
    public void discard(MemorySegment memory) {
        AnonymousMemory.discard(memory);
    }

    /** Returns the virtual address at which {@code segment} is to be known. */
    synchronized long addressOf(MemorySegment segment) {
        if (segment.isNative()) {
            return segment.address();
        }
        long address = nextHeapAddress;
        nextHeapAddress += (segment.byteSize() / HEAP_STEP_ALIGNMENT + 2) * HEAP_STEP_ALIGNMENT;
        return address;
    }

    /**
     * Finds the way to where an address vector leads, or refuses it with EINVAL.
     *
     * @param loop the event loop that sends
     * @param flow number of the queue pair, 0 for those of any
     */
    Route route(NetworkPort loop, AhAttr ah, int flow) {
        Invalid.unless(ah != null && ah.grh() != null, "ah_attr needs a destination GID for RoCE");
        int last = port.gids().size() - 1;
        Invalid.unlessInRange("sgid_index", ah.grh().sgidIndex(), 0, last);
        try {
            return loop.route(ah, flow);
        } catch (IllegalArgumentException e) {
            throw new VerbsException(
                    Errno.EINVAL, "no way to %s: %s".formatted(ah, e.getMessage()));
        }
    }

    /** Returns {@code queue} as ours, or refuses another device's. */
    SoftCompletionQueue own(CompletionQueue queue, String role) {
        boolean ours = queue instanceof SoftCompletionQueue soft && soft.context() == this;
        Invalid.unless(ours, "the %s completion queue is of another device".formatted(role));
        SoftCompletionQueue soft = (SoftCompletionQueue) queue;
        soft.checkOpen();
        return soft;
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public DeviceAttr queryDevice() {
        checkOpen();
        boolean typeOneWindows = loops.count() == 1;
        return DeviceDescription.of(device, port.rawPackets().isPresent(), typeOneWindows);
    }

    @Override
    public PortAttr queryPort(int portNum) {
        checkOpen();
        Invalid.unlessInRange("port_num", portNum, 1, 1);
        return DeviceDescription.of(port, counters());
    }

    @Override
    public Gid queryGid(int portNum, int index) {
        checkOpen();
        Invalid.unlessInRange("port_num", portNum, 1, 1);
        Invalid.unlessInRange("GID index", index, 0, port.gids().size() - 1);
        return port.gids().get(index).gid();
    }

    @Override
    public List<GidEntry> queryGidTable() {
        checkOpen();
        return port.gids();
    }

    @Override
    public int queryPkey(int portNum, int index) {
        checkOpen();
        Invalid.unlessInRange("port_num", portNum, 1, 1);
        return pKey(index);
    }

    @Override
    public ProtectionDomain allocPd() {
        checkOpen();
        int id;
        synchronized (this) {
            id = ++domains;
        }
        SoftProtectionDomain domain = new SoftProtectionDomain(this, id);
        domain.adopted();
        return domain;
    }

    @Override
    public QueuePair createQp(ProtectionDomain pd, QpInitAttr attr, int peerQpn) {
        return ((SoftProtectionDomain) pd).createQp(attr, peerQpn);
    }

    @Override
    public CompletionChannel createCompChannel() {
        checkOpen();
        SoftCompletionChannel channel = new SoftCompletionChannel(this);
        channel.adopted();
        return channel;
    }

    @Override
    public CompletionQueue createCq(int cqe, Object cqContext, CompletionChannel channel) {
        checkOpen();
        Invalid.unlessInRange("cqe", cqe, 1, DeviceLimits.MAX_CQE);
        Invalid.unless(
                channel == null
                        || (channel instanceof SoftCompletionChannel soft
                                && soft.context() == this),
                "the completion channel is of another device");
        SoftCompletionQueue queue =
                new SoftCompletionQueue(this, (SoftCompletionChannel) channel, cqe, cqContext);
        queue.adopted();
        return queue;
    }

    @Override
    public AsyncEvent getAsyncEvent(Duration timeout) throws InterruptedException {
        checkOpen();
        return asyncEvents.await(timeout, this);
    }

    @Override
    public AsyncEvent pollAsyncEvent() {
        checkOpen();
        return asyncEvents.poll();
    }

    @Override
    String describe() {
        return "Context on " + port.description();
    }

    @Override
    boolean inEventLoop() {
        return loops.all().stream().anyMatch(NetworkPort::inEventLoop);
    }

    /** Connections hear of it before their queue pairs are gone, which they would fail by. */
    @Override
    void leave() {
        connections.close();
    }

    @Override
    void release() {
        asyncEvents.close();
        port.close();
    }
}
