package org.urdma4j.gateway.bridge.frame;

import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.Vlan;
import org.urdma4j.fec.FecMode;
import org.urdma4j.gateway.Gateway;
import org.urdma4j.gateway.Port;
import org.urdma4j.gateway.bridge.store.FrameStore;
import org.urdma4j.gateway.bridge.store.StoredFrame;
import org.urdma4j.gateway.flow.FlowReport;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.gateway.packet.Headers;
import org.urdma4j.transport.port.linux.FrameCutter;
import org.urdma4j.transport.port.linux.FrameReader;
import org.urdma4j.transport.port.linux.VirtioHeader;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A gateway over Ethernet frames: what a kernel joined, or left to be summed, becomes what a cable
 * would have carried before the engine sees it. Sans-I/O; not thread-safe. Nothing is allocated for
 * a frame.
 */
public final class FrameGateway {
    private static final int ADDRESSES = Ethernet.ETHER_TYPE;

    private final FrameStore store;
    private final Gateway<StoredFrame> gateway;
    private final FrameCutter cutter = new FrameCutter();
    private final Role role;
    private final Headers headers = new Headers();
    private final Map<Port, ArrayDeque<StoredFrame>> past = new EnumMap<>(Port.class);
    private long frames;
    private long tooLong;

    /**
     * Takes all its memory.
     *
     * @param mtu of both sides
     */
    public FrameGateway(GatewayConfig config, Role role, int mtu) {
        this.role = role;
        past.put(Port.INSIDE, new ArrayDeque<>());
        past.put(Port.OUTSIDE, new ArrayDeque<>());
        boolean tagging = config.fec().kind() != FecMode.Kind.OFF;
        store =
                new FrameStore(
                        MemoryBound.frameBytes(config), MemoryBound.longestFrame(mtu), tagging);
        gateway = new Gateway<>(config, store);
    }

    /**
     * Takes what was read.
     *
     * @param b holds a {@link VirtioHeader} at {@code virtio} and the frame behind it, which may be
     *     written to
     * @param bytes of the frame
     * @param tag that was taken off the frame, 16 bits, or {@link FrameReader#UNTAGGED}
     * @param tagProtocol EtherType of that tag
     */
    public void onRead(
            Port from, ByteBuffer b, int virtio, int bytes, int tag, int tagProtocol, long nowNs) {
        if (bytes < Ethernet.LENGTH) {
            return;
        }
        if (cutter.begin(b, virtio, bytes)) {
            while (cutter.next()) {
                ByteBuffer cut = cutter.buffer();
                onFrame(from, cut, FrameCutter.SPARE, cutter.length(), tag, tagProtocol, nowNs);
            }
        } else {
            onFrame(from, b, virtio + VirtioHeader.LENGTH, bytes, tag, tagProtocol, nowNs);
        }
    }

    private void onFrame(
            Port from, ByteBuffer b, int at, int bytes, int tag, int tagProtocol, long nowNs) {
        int tagBytes = tag == FrameReader.UNTAGGED ? 0 : Vlan.LENGTH;
        if (bytes + tagBytes > store.longest()) {
            tooLong++;
            return;
        }
        StoredFrame frame = store.take(bytes + tagBytes);
        if (frame == null) {
            return;
        }
        frames++;
        ByteBuffer to = frame.buffer();
        if (tagBytes == 0) {
            to.put(frame.at(), b, at, bytes);
        } else {
            to.put(frame.at(), b, at, ADDRESSES);
            to.putShort(frame.at() + ADDRESSES, (short) tagProtocol);
            to.putShort(frame.at() + ADDRESSES + Short.BYTES, (short) tag);
            int rest = ADDRESSES + Vlan.LENGTH;
            to.put(frame.at() + rest, b, at + ADDRESSES, bytes - ADDRESSES);
        }
        if (role == Role.BOTH || isOurs(from, frame)) {
            gateway.onFrame(from, frame, nowNs);
        }
    }

    /** Returns whether a frame is for the engine; what isn't goes past it, messages nowhere. */
    private boolean isOurs(Port from, StoredFrame frame) {
        store.view(frame, headers);
        if (role.handles(from, headers)) {
            return true;
        }
        if (Role.isMessage(headers)) {
            store.release(frame);
        } else {
            past.get(from == Port.INSIDE ? Port.OUTSIDE : Port.INSIDE).add(frame);
        }
        return false;
    }

    public void onTimers(long nowNs) {
        if (gateway.nextDeadlineNs() <= nowNs) {
            gateway.onTimers(nowNs);
        }
    }

    /** Returns when {@link #onTimers} is due, {@link Long#MAX_VALUE} for never. */
    public long nextDeadlineNs() {
        return gateway.nextDeadlineNs();
    }

    /** Returns the next frame that is to leave by a port, to be released; or null. */
    public StoredFrame poll(Port to) {
        StoredFrame frame = past.get(to).poll();
        if (frame == null) {
            frame = gateway.poll(to);
        }
        while (frame != null && frame.length() == 0) {
            frame = gateway.poll(to);
        }
        return frame;
    }

    public void release(StoredFrame frame) {
        store.release(frame);
    }

    /** Returns what it has done so far, but by flow; on the thread that runs it. */
    public GatewayReport report() {
        return report(List.of());
    }

    /**
     * Returns what it has done, by flow, too: takes as long as there are flows and packets in the
     * pools, and so is for its end.
     */
    public GatewayReport lastReport() {
        return report(gateway.flows());
    }

    private GatewayReport report(List<FlowReport> flows) {
        return new GatewayReport(
                frames, tooLong, store.refused(), gateway.counters().snapshot(), flows);
    }
}
