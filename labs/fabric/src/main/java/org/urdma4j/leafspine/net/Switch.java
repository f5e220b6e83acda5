package org.urdma4j.leafspine.net;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A switch that stores packets and sends them on: shared memory, marks at egress, PFC if wanted.
 */
public final class Switch implements Node {
    private static final int PAUSE_BYTES = 84;

    private final String name;
    private final SwitchConfig config;
    private final PacketPool pool;
    private final Noise noise;
    private final Occupancy occupancy;
    private final LongSupplier clock;
    private final List<Port> ports = new ArrayList<>();
    private final SwitchCounters counters = new SwitchCounters();
    private boolean[] stopping;
    private SwitchMemory memory;
    private Router router;
    private Interceptor interceptor;

    /**
     * @param name for messages
     * @param noise decides which packets are marked
     * @param occupancy told of each queue that a packet joins
     * @param clock the time in picoseconds
     */
    public Switch(
            String name,
            SwitchConfig config,
            PacketPool pool,
            Noise noise,
            Occupancy occupancy,
            LongSupplier clock) {
        this.name = name;
        this.config = config;
        this.pool = pool;
        this.noise = noise;
        this.occupancy = occupancy;
        this.clock = clock;
    }

    public void add(Port port) {
        ports.add(port);
    }

    /**
     * Begins, once all ports are there.
     *
     * @param more queues of the memory beyond those of the ports
     * @param interceptor null for none
     */
    public void start(Router byPort, int more, Interceptor interceptor) {
        this.router = byPort;
        this.interceptor = interceptor;
        memory = new SwitchMemory(config, ports.size(), ports.size() + more);
        stopping = new boolean[ports.size()];
    }

    public Port port(int number) {
        return ports.get(number);
    }

    public List<Port> ports() {
        return ports;
    }

    public SwitchCounters counters() {
        return counters;
    }

    public long usedBytes() {
        return memory.usedBytes();
    }

    @Override
    public void receive(Packet packet, int in) {
        switch (packet.kind) {
            case PAUSE, RESUME -> {
                ports.get(in).pause(packet.kind == PacketKind.PAUSE);
                pool.give(packet);
            }
            case DATA -> receiveData(packet, in);
            default -> {
                if (interceptor == null || !interceptor.take(packet, in)) {
                    ports.get(router.route(packet)).enqueue(packet);
                }
            }
        }
    }

    private void receiveData(Packet packet, int in) {
        counters.receivedBytes += packet.bytes;
        int held = interceptor == null ? -1 : interceptor.queue(packet, in);
        int out = held < 0 ? router.route(packet) : -1;
        int queue = held < 0 ? out : held;
        packet.in = in;
        packet.queue = queue;
        if (!memory.admit(in, queue, packet.bytes)) {
            counters.dropped++;
            counters.droppedBytes += packet.bytes;
            pool.give(packet);
        } else if (held < 0) {
            Port port = ports.get(out);
            port.enqueue(packet);
            occupancy.add(port.queuedBytes());
        } else {
            interceptor.hold(packet, in);
        }
        askForPause(in);
    }

    /** Sends on what an interceptor has held. */
    public void forward(Packet packet) {
        Port port = ports.get(router.route(packet));
        port.enqueue(packet);
        occupancy.add(port.queuedBytes());
    }

    /** Sends a copy of what an interceptor has sent, if the memory has room for it. */
    public void repeat(Packet copy) {
        Packet packet = pool.take(copy);
        packet.orderedPs = clock.getAsLong();
        packet.path = copy.path;
        int out = router.route(packet);
        packet.queue = out;
        counters.receivedBytes += packet.bytes;
        if (memory.admit(packet.in, out, packet.bytes)) {
            ports.get(out).enqueue(packet);
        } else {
            counters.dropped++;
            counters.droppedBytes += packet.bytes;
            pool.give(packet);
        }
    }

    /** Frees what an interceptor holds of which another copy has come before. */
    public void discard(Packet packet) {
        counters.duplicates++;
        counters.duplicateBytes += packet.bytes;
        memory.release(packet.in, packet.queue, packet.bytes);
        askForPause(packet.in);
        pool.give(packet);
    }

    /** Takes note of a queue that an interceptor holds. */
    public void held(long bytes) {
        occupancy.add(bytes);
    }

    private void askForPause(int in) {
        if (config.pfc() && memory.isStopped(in) != stopping[in]) {
            stopping[in] = !stopping[in];
            if (stopping[in]) {
                counters.pauses++;
            }
            PacketKind kind = stopping[in] ? PacketKind.PAUSE : PacketKind.RESUME;
            ports.get(in).enqueue(pool.take(kind, -1, -1, -1, PAUSE_BYTES));
        }
    }

    @Override
    public boolean pulls() {
        return false;
    }

    @Override
    public Packet pull(int port) {
        return null;
    }

    @Override
    public void leaving(Packet packet, int port) {
        if (!packet.isData()) {
            return;
        }
        Port out = ports.get(port);
        counters.sentBytes += packet.bytes;
        memory.release(packet.in, packet.queue, packet.bytes);
        askForPause(packet.in);
        double share = config.markShare(out.queuedBytes());
        if (share > 0 && !packet.marked && noise.nextDouble() < share) {
            mark(packet);
        }
        if (packet.telemetry != null) {
            packet.telemetry.add(out, clock.getAsLong());
            packet.bytes += Telemetry.HOP_BYTES;
        }
    }

    public void mark(Packet packet) {
        packet.marked = true;
        counters.marked++;
    }

    /** Returns the share of packets to mark that leave such a queue behind. */
    public double markShare(long queuedBytes) {
        return config.markShare(queuedBytes);
    }

    /** Returns what decides by chance here. */
    public Noise noise() {
        return noise;
    }

    @Override
    public void lost(Packet packet, boolean held) {
        if (packet.isData()) {
            counters.lost++;
            if (held) {
                counters.lostBytes += packet.bytes;
                memory.release(packet.in, packet.queue, packet.bytes);
                askForPause(packet.in);
            }
        }
        pool.give(packet);
    }

    @Override
    public String toString() {
        return name;
    }
}
