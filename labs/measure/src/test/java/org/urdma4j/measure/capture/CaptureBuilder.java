package org.urdma4j.measure.capture;

import org.urdma4j.codec.ib.Aeth;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Reth;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.simulation.pcap.Endpoint;
import org.urdma4j.simulation.pcap.FrameBuilder;
import org.urdma4j.simulation.pcap.FrameHeaders;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Writes captures packet by packet; times are nanoseconds. */
final class CaptureBuilder implements Closeable {
    static final Endpoint A = Endpoint.host(1);
    static final Endpoint B = Endpoint.host(2);

    private final PcapWriter writer;
    private final Encapsulation encapsulation;

    CaptureBuilder(Path file, Encapsulation encapsulation) throws IOException {
        this.writer = PcapWriter.create(file, LinkType.ETHERNET);
        this.encapsulation = encapsulation;
    }

    /** A packet from A to B. */
    CaptureBuilder there(long ns, int opcode, int qp, int psn, int flags, int payload)
            throws IOException {
        return write(ns, A, B, packet(opcode, qp, psn, flags, payload), 0);
    }

    /** A READ request from A to B. */
    CaptureBuilder read(long ns, int qp, int psn, int length) throws IOException {
        ByteBuffer b = packet(Opcode.RC_RDMA_READ_REQUEST, qp, psn, Bth.ACK_REQ, 0);
        Reth.write(b, Bth.LENGTH, 0, 0, length);
        return write(ns, A, B, b, 0);
    }

    /** An acknowledgement from B to A. */
    CaptureBuilder ack(long ns, int qp, int psn, int syndrome) throws IOException {
        ByteBuffer b = packet(Opcode.RC_ACKNOWLEDGE, qp, psn, 0, 0);
        Aeth.write(b, Bth.LENGTH, syndrome, 0);
        return write(ns, B, A, b, 0);
    }

    /** Something from B to A. */
    CaptureBuilder back(long ns, int opcode, int qp, int psn, int payload) throws IOException {
        return write(ns, B, A, packet(opcode, qp, psn, 0, payload), 0);
    }

    CaptureBuilder damaged(long ns, int qp, int psn, int marks) throws IOException {
        return write(ns, A, B, packet(Opcode.RC_SEND_ONLY, qp, psn, 0, 8), marks);
    }

    CaptureBuilder frame(long ns, ByteBuffer frame) throws IOException {
        writer.write(ns, frame);
        return this;
    }

    private CaptureBuilder write(long ns, Endpoint from, Endpoint to, ByteBuffer b, int marks)
            throws IOException {
        TransportPacket packet = new TransportPacket();
        packet.wrap(b, 0, b.limit());
        FrameHeaders headers = FrameHeaders.of(encapsulation, from, to);
        return frame(ns, new FrameBuilder(headers).build(packet, marks));
    }

    private static ByteBuffer packet(int opcode, int qp, int psn, int flags, int payload) {
        int pad = Bth.padFor(payload);
        ByteBuffer b = ByteBuffer.allocate(Opcode.headerLength(opcode) + payload + pad);
        Bth.write(b, 0, opcode, flags, pad, Bth.DEFAULT_P_KEY, qp, psn);
        return b;
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
