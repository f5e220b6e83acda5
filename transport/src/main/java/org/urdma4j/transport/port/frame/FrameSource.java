package org.urdma4j.transport.port.frame;

import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.transport.port.pipeline.RunSource;
import org.urdma4j.verbs.Gid;

import java.nio.ByteBuffer;

/**
 * A sender of packets, with the header that its last ones had. One object serves all packets of a
 * sender; confined to the event loop.
 */
public final class FrameSource implements RunSource {
    private final Gid gid;
    private final Encapsulation encapsulation;
    private final boolean local;
    private final byte[] header = new byte[NetworkHeaders.LONGEST];
    private final ByteBuffer view = ByteBuffer.wrap(header);
    private final int headerLength;
    private int identification;

    FrameSource(Gid gid, Encapsulation encapsulation, boolean local) {
        this.gid = gid;
        this.local = local;
        this.encapsulation = encapsulation;
        this.headerLength = NetworkHeaders.length(encapsulation);
    }

    /** Remembers the header of what comes now. */
    void came(ByteBuffer buffer, int networkAt, int firstIdentification) {
        buffer.get(networkAt, header, 0, headerLength);
        identification = firstIdentification;
    }

    /** Returns this sender with the header of packet {@code i} of the run that comes now. */
    @Override
    public FrameSource asOf(int i) {
        FrameSource copy = new FrameSource(gid, encapsulation, local);
        copy.came(view, 0, identification + i);
        return copy;
    }

    public Gid gid() {
        return gid;
    }

    /** Returns whether it came from this machine: not what it says, but where it came in. */
    boolean isLocal() {
        return local;
    }

    Encapsulation encapsulation() {
        return encapsulation;
    }

    /** Returns the last header, from index 0 on. */
    ByteBuffer header() {
        return view;
    }

    /** Returns the IPv4 identification of the first packet of the last run. */
    int identification() {
        return identification;
    }

    @Override
    public String toString() {
        return encapsulation + " " + gid;
    }
}
