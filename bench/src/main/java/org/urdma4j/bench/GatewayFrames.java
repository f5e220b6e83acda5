package org.urdma4j.bench;

import org.urdma4j.codec.icrc.FlowIcrc;
import org.urdma4j.codec.icrc.IcrcFlow;
import org.urdma4j.gateway.packet.Headers;
import org.urdma4j.gateway.packet.PacketStore;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Frames out of a pool. Where payload counts, an ICRC is computed over every byte and copies have
 * every byte; where it doesn't, ICRCs stop behind the headers and copies are counted, not made.
 */
final class GatewayFrames implements PacketStore<GatewayFrame> {
    private static final int HEADERS = 64;
    private static final int BELOW = 14 + 20 + 8;
    private static final int ICRC = 4;

    private final boolean payload;
    private final int capacity;
    private final FlowIcrc icrc = new FlowIcrc();
    private final IcrcFlow flow =
            new IcrcFlow(new byte[] {10, 0, 0, 1}, new byte[] {10, 0, 0, 2}, 4791, 4791);
    private final ArrayDeque<GatewayFrame> free = new ArrayDeque<>();
    private int sum;

    GatewayFrames(boolean payload, int mtu) {
        this.payload = payload;
        this.capacity = HEADERS + mtu;
    }

    GatewayFrame take() {
        GatewayFrame frame = free.poll();
        return frame == null ? new GatewayFrame(capacity) : frame;
    }

    @Override
    public void view(GatewayFrame frame, Headers headers) {
        headers.transport().wrap(frame.buffer, 0, frame.length);
        headers.roce(
                BELOW + frame.length + ICRC,
                0,
                0xffff_0000_0000L | frame.source,
                0,
                0xffff_0000_0000L | frame.destination);
    }

    /** It is what it costs: the frames of a benchmark are all intact, whatever it says. */
    @Override
    public boolean isIntact(GatewayFrame frame) {
        sum ^= icrc.compute(flow, frame.buffer, 0, counted(frame.length), 0);
        return true;
    }

    private int counted(int length) {
        return payload ? length : Math.min(length, HEADERS);
    }

    @Override
    public GatewayFrame copy(GatewayFrame frame) {
        if (!payload) {
            frame.copies++;
            return frame;
        }
        GatewayFrame copy = empty(frame, frame.length);
        copy.buffer.put(0, frame.buffer, 0, frame.length);
        return copy;
    }

    private GatewayFrame empty(GatewayFrame like, int length) {
        GatewayFrame frame = take();
        frame.source = like.source;
        frame.destination = like.destination;
        frame.length = length;
        return frame;
    }

    @Override
    public void release(GatewayFrame frame) {
        if (frame.copies > 0) {
            frame.copies--;
        } else {
            free.push(frame);
        }
    }

    @Override
    public GatewayFrame template(GatewayFrame old, GatewayFrame frame) {
        return old == null ? empty(frame, 0) : old;
    }

    @Override
    public GatewayFrame reversed(GatewayFrame frame) {
        GatewayFrame back = empty(frame, 0);
        back.source = frame.destination;
        back.destination = frame.source;
        return back;
    }

    @Override
    public GatewayFrame make(GatewayFrame template, ByteBuffer transport) {
        GatewayFrame made = empty(template, transport.limit());
        made.buffer.put(0, transport, 0, transport.limit());
        return made;
    }

    /** Returns what the ICRCs come to, so that nobody leaves them out. */
    int sum() {
        return sum;
    }
}
