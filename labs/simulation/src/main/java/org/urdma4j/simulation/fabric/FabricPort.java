package org.urdma4j.simulation.fabric;

import org.urdma4j.codec.net.MacControl;
import org.urdma4j.simulation.host.Hop;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.Framing;
import org.urdma4j.simulation.link.Marks;
import org.urdma4j.simulation.time.VirtualTime;
import org.urdma4j.simulation.time.VirtualTimer;
import org.urdma4j.transport.pfc.PauseRequests;
import org.urdma4j.transport.pfc.PauseState;

import java.nio.ByteBuffer;

/**
 * A port of a switch or host, at one end of a cable. It sends the frames of its eight queues one
 * after another, those of its own flow control before all others, and starts none of a priority
 * that the other end has stopped.
 */
public final class FabricPort implements Hop {
    /** For how long a port asks for a pause at a time: the most that a frame can say. */
    static final int QUANTA = MacControl.MAX_QUANTA;

    /** What a PFC frame takes of the cable. */
    static final int PFC_WIRE_BYTES = MacControl.FRAME_LENGTH + Framing.ETHERNET;

    private final String name;
    private final Node node;
    private final SimulatedNetwork network;
    private final VirtualTime time;
    private final CableConfig config;
    private final SimulatedLink cable;
    private final long mac;
    private final PriorityQueues queues;
    private final PauseState pauses;
    private final PauseRequests requests;
    private final PortCounters counters = new PortCounters();
    private final VirtualTimer timer;

    /** Its number in its switch. */
    final int index;

    private FabricPort peer;
    private long freeNs;

    /** Priorities of which the node keeps something back because they are paused. */
    private int held;

    FabricPort(
            Node node,
            int index,
            String towards,
            SimulatedNetwork network,
            CableConfig config,
            long mac,
            int strict) {
        this.node = node;
        this.index = index;
        this.name = node.name() + ">" + towards;
        this.network = network;
        this.time = network.time();
        this.config = config;
        this.mac = mac;
        this.queues = new PriorityQueues(strict);
        this.pauses = new PauseState(config.bitsPerSecond());
        this.requests = new PauseRequests(config.bitsPerSecond(), QUANTA);
        this.timer = time.timer(this::send);
        this.cable = network.cable(name, config.direction(), this::deliver);
        this.freeNs = time.nowNs();
    }

    /** Joins the two ends of a cable. */
    void joinTo(FabricPort other) {
        peer = other;
        other.peer = this;
    }

    /** Returns its name: {@code owner>neighbour}. */
    public String name() {
        return name;
    }

    /** Returns the direction of the cable that leads away from here, for captures and taps. */
    public SimulatedLink cable() {
        return cable;
    }

    public PortCounters counters() {
        return counters;
    }

    public PauseState pauses() {
        return pauses;
    }

    /** Returns the bytes of a priority that wait here, without check sequences. */
    public long queueBytes(int priority) {
        return queues.of(priority).bytes();
    }

    /** Tells the other end to send nothing of a priority, again and again until it may go on. */
    public void stop(int priority) {
        requests.stop(priority);
        send();
    }

    /** Lets the other end go on with a priority. */
    public void resume(int priority) {
        requests.resume(priority);
        send();
    }

    /** Tells whether the other end is told to stop a priority. */
    boolean isStopping(int priority) {
        return (requests.stopped() & (1 << priority)) != 0;
    }

    Node node() {
        return node;
    }

    public FabricPort peer() {
        return peer;
    }

    /** Tells whether something of a priority waits and may not leave. */
    boolean isBlocked(int priority) {
        return !queues.of(priority).isEmpty() && pauses.isPaused(priority, time.nowNs());
    }

    @Override
    public void offer(SimulatedPacket packet) {
        node.admit(packet, this);
    }

    @Override
    public boolean isPaused(int priority) {
        long nowNs = time.nowNs();
        if (!pauses.isPaused(priority, nowNs)) {
            return false;
        }
        held |= 1 << priority;
        long resumeNs = pauses.nextResumeNs(nowNs);
        if (!timer.isScheduled() || timer.atNs() - resumeNs > 0) {
            timer.schedule(resumeNs);
        }
        return true;
    }

    void enqueue(SimulatedPacket packet, FabricPort in) {
        int priority = packet.priority();
        queues.add(packet, in, priority);
        send();
    }

    /** Drops everything of a priority, and returns how many packets that were. */
    int clear(int priority) {
        int cleared = 0;
        while (!queues.of(priority).isEmpty()) {
            FabricPort in = queues.of(priority).firstSource();
            SimulatedPacket packet = queues.removeFirst(priority);
            int frameBytes = packet.frameBytes();
            network.release(packet);
            node.leave(frameBytes, in, this, priority);
            cleared++;
        }
        return cleared;
    }

    /** Sends the next frame if the cable is free; otherwise sees to it that it is tried again. */
    private void send() {
        long nowNs = time.nowNs();
        if (freeNs - nowNs > 0) {
            wakeAt(freeNs);
            return;
        }
        if (requests.isDue(nowNs)) {
            sendPfc(nowNs);
            wakeAt(freeNs);
            return;
        }
        int paused = pauses.paused(nowNs);
        if ((held & ~paused) != 0) {
            held = 0; // who must go on waiting says so again
            node.onResumed();
        }
        int priority = queues.next(paused);
        if (priority == PriorityQueues.NONE) {
            wakeAt(idleUntilNs(paused, nowNs));
            return;
        }
        sendFrame(priority);
        if ((queues.waiting() | held) != 0) {
            wakeAt(freeNs);
        } else {
            wakeAt(requests.nextDueNs(nowNs));
        }
    }

    private long idleUntilNs(int paused, long nowNs) {
        long dueNs = requests.nextDueNs(nowNs);
        return ((queues.waiting() | held) & paused) == 0
                ? dueNs
                : Math.min(dueNs, pauses.nextResumeNs(nowNs));
    }

    private void wakeAt(long atNs) {
        if (atNs == Long.MAX_VALUE) {
            timer.cancel();
        } else if (!timer.isScheduled() || timer.atNs() != atNs) {
            timer.schedule(atNs);
        }
    }

    private void sendFrame(int priority) {
        FabricPort in = queues.of(priority).firstSource();
        SimulatedPacket packet = queues.removeFirst(priority);
        int frameBytes = packet.frameBytes();
        counters.sent[priority]++;
        node.mark(packet, this, priority);
        cable.offer(packet);
        freeNs = cable.departNs();
        // last: it may have other ports send, and those this one
        node.leave(frameBytes, in, this, priority);
    }

    private void sendPfc(long nowNs) {
        SimulatedPacket frame = network.controlFrame(MacControl.FRAME_LENGTH);
        requests.writeFrame(frame.controlFrame(), 0, mac, nowNs);
        counters.pfcSent++;
        if (requests.stopped() != 0) {
            counters.pauseFramesSent++;
        }
        cable.offer(frame);
        freeNs = cable.departNs();
    }

    /** A frame has crossed the cable to the other end. */
    private void deliver(SimulatedPacket packet, int packetBytes, int marks, long dueNs) {
        packet.mark(marks);
        if (packet.isControl()) {
            peer.hear(packet, (marks & Marks.CORRUPTED) == 0);
        } else {
            peer.node.arrive(packet, peer);
        }
    }

    private void hear(SimulatedPacket frame, boolean intact) {
        if (!intact) {
            network.release(frame);
        } else if (config.reactionNs() == 0) {
            obey(frame);
        } else {
            time.schedule(time.nowNs() + config.reactionNs(), () -> obey(frame));
        }
    }

    private void obey(SimulatedPacket frame) {
        ByteBuffer bytes = frame.controlFrame();
        int at = MacControl.find(bytes, 0, bytes.limit(), mac);
        if (at != MacControl.NOT_FOUND) {
            counters.pfcReceived++;
            pauses.onFrame(bytes, at, time.nowNs());
            node.pausesChanged(this);
        }
        network.release(frame);
        send();
    }

    @Override
    public String toString() {
        return name + ": " + counters;
    }
}
