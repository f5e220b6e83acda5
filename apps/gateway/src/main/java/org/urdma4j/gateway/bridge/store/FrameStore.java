package org.urdma4j.gateway.bridge.store;

import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.net.Vlan;
import org.urdma4j.gateway.fec.FecStore;
import org.urdma4j.gateway.fec.TagBits;
import org.urdma4j.gateway.packet.Headers;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * A gateway's packets as whole Ethernet frames, with one VLAN tag at most to be understood. A copy
 * is another reference to the same bytes, unless frames are tagged for FEC. Not thread-safe;
 * nothing is allocated for a packet.
 */
public final class FrameStore implements FecStore<StoredFrame> {
    /** Longest of Ethernet's header with a tag, and those of IPv6 and UDP. */
    private static final int HEADERS = Ethernet.LENGTH + Vlan.LENGTH + Ipv6.LENGTH + Udp.LENGTH;

    private final FrameMemory memory;
    private final RoceFrame roce = new RoceFrame();
    private final Icrc icrc = new Icrc();
    private final Templates templates = new Templates(HEADERS);
    private final StoredFrame nothing;
    private final boolean tagging;
    private long refused;

    /**
     * Takes its memory.
     *
     * @param bytes of memory for frames, at least
     * @param longest frame, in bytes
     * @param tagging whether frames will be tagged, each by itself
     */
    public FrameStore(long bytes, int longest, boolean tagging) {
        this.tagging = tagging;
        memory = new FrameMemory(bytes, longest);
        nothing = memory.take(1);
        nothing.length = 0;
    }

    public long bytes() {
        return memory.bytes();
    }

    /** Returns the longest frame that it keeps, in bytes. */
    public int longest() {
        return memory.longest();
    }

    public long refused() {
        return refused;
    }

    /**
     * Returns room for a frame whose bytes are to be written, or null if there is no memory.
     *
     * @param length 1 to {@link #longest}
     */
    public StoredFrame take(int length) {
        StoredFrame frame = memory.take(length);
        if (frame == null) {
            refused++;
        }
        return frame;
    }

    @Override
    public void view(StoredFrame frame, Headers headers) {
        if (!find(frame)) {
            headers.other();
            return;
        }
        ByteBuffer b = frame.buffer();
        headers.transport().wrap(b, roce.transportOffset(), roce.transportLength());
        NetworkHeader.addresses(b, roce, frame.length(), headers);
    }

    /** Puts {@link #roce} over a frame and returns whether a gateway may understand it. */
    private boolean find(StoredFrame frame) {
        return roce.wrap(frame.buffer(), frame.at(), frame.length(), LinkLayer.ETHERNET)
                        == FrameStatus.OK
                && roce.encapsulation() != Encapsulation.ROCE_V1
                && roce.networkOffset() - frame.at() <= Ethernet.LENGTH + Vlan.LENGTH;
    }

    @Override
    public boolean isIntact(StoredFrame frame) {
        return find(frame) && Icrc.get(frame.buffer(), roce.icrcOffset()) == icrc.over(roce);
    }

    @Override
    public StoredFrame copy(StoredFrame frame) {
        if (!tagging) {
            frame.references++;
            return frame;
        }
        StoredFrame copy = take(frame.length());
        if (copy == null) {
            return nothing;
        }
        copy.buffer().put(copy.at(), frame.buffer(), frame.at(), frame.length());
        return copy;
    }

    @Override
    public void release(StoredFrame frame) {
        if (frame.page == null) {
            templates.release(frame);
        } else if (frame != nothing) {
            memory.release(frame);
        }
    }

    @Override
    public StoredFrame template(StoredFrame old, StoredFrame packet) {
        StoredFrame template = old == null ? templates.take() : old;
        find(packet);
        template.length = roce.transportOffset() - packet.at();
        template.buffer().put(template.at(), packet.buffer(), packet.at(), template.length);
        NetworkHeader.prepare(template.buffer(), template.at());
        return template;
    }

    @Override
    public StoredFrame reversed(StoredFrame packet) {
        StoredFrame template = template(null, packet);
        NetworkHeader.reverse(template.buffer(), template.at());
        return template;
    }

    @Override
    public StoredFrame make(StoredFrame template, ByteBuffer transport) {
        int headers = template.length;
        int bytes = transport.limit();
        StoredFrame frame = take(headers + bytes + Icrc.LENGTH);
        if (frame == null) {
            return nothing;
        }
        ByteBuffer b = frame.buffer();
        b.put(frame.at(), template.buffer(), template.at(), headers);
        b.put(frame.at() + headers, transport, 0, bytes);
        int udp = frame.at() + headers - Udp.LENGTH;
        NetworkHeader.setLengths(b, frame.at(), udp, bytes + Icrc.LENGTH);
        find(frame);
        Icrc.put(b, roce.icrcOffset(), icrc.over(roce));
        NetworkHeader.sum(b, frame.at(), udp);
        return frame;
    }

    @Override
    public void tag(StoredFrame frame, int tag) {
        if (find(frame)) {
            TagBits.setBehindUdp(frame.buffer(), roce.transportOffset(), tag);
        }
    }

    @Override
    public int tag(StoredFrame frame) {
        return find(frame) ? TagBits.get(frame.buffer(), roce.transportOffset()) : 0;
    }

    @Override
    public int heldBytes(int frameBytes) {
        return frameBytes;
    }

    @Override
    public int read(StoredFrame frame, MemorySegment into) {
        MemorySegment.copy(frame.memory(), frame.at(), into, 0, frame.length());
        return frame.length();
    }

    @Override
    public StoredFrame write(MemorySegment from, long at, int bytes) {
        StoredFrame frame = bytes < 1 || bytes > longest() ? null : take(bytes);
        if (frame != null) {
            MemorySegment.copy(from, at, frame.memory(), frame.at(), bytes);
        }
        return frame;
    }

    /** Parities have all their bytes. */
    @Override
    public StoredFrame makeRepair(StoredFrame template, ByteBuffer transport, int absent) {
        return make(template, transport);
    }
}
