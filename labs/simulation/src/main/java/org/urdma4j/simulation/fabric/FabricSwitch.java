package org.urdma4j.simulation.fabric;

import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.Marks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A switch that stores frames and forwards them. What comes in takes a part of the shared memory
 * from its last bit until its first bit leaves; see {@link SwitchConfig}.
 */
public final class FabricSwitch {
    private final String name;
    private final SwitchConfig config;
    private final SimulatedNetwork network;
    private final RandomGenerator random;
    private final SharedBuffer buffer;
    private final List<FabricPort> ports = new ArrayList<>();
    private final List<PfcWatchdog> watchdogs = new ArrayList<>();
    private final Node node = new Inside();

    /** By which port the packet came that is being forwarded. */
    private FabricPort arriving;

    FabricSwitch(String name, SwitchConfig config, SimulatedNetwork network) {
        this.name = name;
        this.config = config;
        this.network = network;
        this.random = network.deriveRandom();
        this.buffer = new SharedBuffer(config);
    }

    FabricPort addPort(String towards, CableConfig cable, long mac) {
        buffer.addPort(config.headroomBytes(cable));
        FabricPort port =
                new FabricPort(node, ports.size(), towards, network, cable, mac, config.strict());
        ports.add(port);
        watchdogs.add(new PfcWatchdog(port, network.time(), config));
        return port;
    }

    public String name() {
        return name;
    }

    /** Returns its ports, in the order in which cables were joined to it. */
    public List<FabricPort> ports() {
        return Collections.unmodifiableList(ports);
    }

    /** Returns how many packets it has dropped, for whatever cause. */
    public long dropped() {
        return ports.stream().mapToLong(port -> port.counters().dropped()).sum();
    }

    /** Returns how many PFC frames it has sent that stop something. */
    public long pauseFramesSent() {
        return ports.stream().mapToLong(port -> port.counters().pauseFramesSent()).sum();
    }

    /** Returns the bytes that are free of what all ports share. */
    public long freeBytes() {
        return buffer.free();
    }

    /** Returns the bytes of a lossless priority that came in by a port and are here. */
    public long usedBytes(FabricPort in, int priority) {
        return buffer.used(in.index, priority);
    }

    Node node() {
        return node;
    }

    @Override
    public String toString() {
        return name;
    }

    /** What its ports ask of it. */
    private final class Inside implements Node {
        @Override
        public String name() {
            return name;
        }

        @Override
        public void arrive(SimulatedPacket packet, FabricPort in) {
            arriving = in;
            packet.forward();
            arriving = null;
        }

        @Override
        public void admit(SimulatedPacket packet, FabricPort out) {
            FabricPort in = arriving;
            if (in == null) {
                throw new IllegalStateException(
                        "nothing has come to %s that could leave by %s; let Fabric.route make routes"
                                .formatted(name, out.name()));
            }
            int priority = packet.priority();
            if (config.watchdogNs() > 0 && watchdogs.get(out.index).drops(priority)) {
                out.counters().droppedByWatchdog++;
                network.release(packet);
                return;
            }
            boolean admitted = buffer.admit(in.index, out.index, priority, packet.frameBytes());
            if (buffer.isStopped(in.index, priority) && !in.isStopping(priority)) {
                in.stop(priority);
            }
            if (!admitted) {
                drop(packet, in, priority);
                return;
            }
            out.enqueue(packet, in);
            if (config.watchdogNs() > 0) {
                watchdogs.get(out.index).look(priority);
            }
        }

        private void drop(SimulatedPacket packet, FabricPort in, int priority) {
            if (config.isLossless(priority)) {
                in.counters().droppedByHeadroom++;
            } else {
                in.counters().droppedByThreshold++;
            }
            network.release(packet);
        }

        @Override
        public void mark(SimulatedPacket packet, FabricPort out, int priority) {
            if (config.marking().marks(out.queueBytes(priority), random)) {
                packet.mark(Marks.CONGESTION_EXPERIENCED);
                out.counters().marked++;
            }
        }

        @Override
        public void leave(int frameBytes, FabricPort in, FabricPort out, int priority) {
            watchdogs.get(out.index).onLeave(priority);
            buffer.release(in.index, out.index, priority, frameBytes);
            if (in.isStopping(priority) && !buffer.isStopped(in.index, priority)) {
                in.resume(priority);
            }
        }

        @Override
        public void onResumed() {
            // its ports keep nothing back
        }

        @Override
        public void pausesChanged(FabricPort out) {
            if (config.watchdogNs() > 0) {
                for (int left = out.pauses().paused(network.time().nowNs()); left != 0; ) {
                    int priority = Integer.numberOfTrailingZeros(left);
                    watchdogs.get(out.index).look(priority);
                    left &= left - 1;
                }
            }
        }
    }
}
