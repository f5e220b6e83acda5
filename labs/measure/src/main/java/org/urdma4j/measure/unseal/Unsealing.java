package org.urdma4j.measure.unseal;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.icrc.SegmentFinder;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.codec.urdma.SealedPacket;
import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.protection.packet.PacketSeal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Writes a capture again with its sealed packets opened, each as the frame that would have been
 * sent without protection. All other records stay as they are. A super-packet of which something
 * was opened becomes a frame for each packet.
 */
public final class Unsealing implements AutoCloseable {
    private final CaptureReader reader;
    private final Path out;
    private final PacketOpener opener;
    private final RoceFrame frame = new RoceFrame();
    private final PlainFrame plain = new PlainFrame();
    private final Icrc icrc = new Icrc();
    private final SegmentFinder segments = new SegmentFinder();
    private int linkType = LinkType.ETHERNET;
    private PcapWriter writer;
    private long opened;
    private long chaff;
    private long noKey;
    private long refused;
    private long datagrams;
    private long unchecked;
    private long others;

    /**
     * Opens the capture; nothing is written yet.
     *
     * @throws IOException if it can't be read, with the reason
     */
    public Unsealing(Path in, Path out, KeyLog log, CipherSource source) throws IOException {
        reader = CaptureReader.open(in);
        this.out = out;
        opener = new PacketOpener(log, source);
    }

    /**
     * Goes through the file.
     *
     * @throws IOException if it is damaged, when all before the damage is written, or if the result
     *     can't be written
     */
    public void run() throws IOException {
        CaptureRecord next = reader.next();
        if (next != null) {
            linkType = next.linkType();
        }
        writer = create();
        try {
            while (next != null) {
                take(next);
                next = reader.next();
            }
        } finally {
            finish();
        }
    }

    private void finish() throws IOException {
        try {
            writer.close();
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    private PcapWriter create() throws IOException {
        try {
            return PcapWriter.create(out, linkType);
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    private IOException cannotWrite(Exception e) {
        String why =
                switch (e) {
                    case NoSuchFileException _ -> "there is no such file or folder";
                    case AccessDeniedException _ -> "permission denied";
                    default -> e.getMessage();
                };
        return new IOException("can't write %s: %s".formatted(out, why), e);
    }

    /** Returns what became of the packets so far. */
    public UnsealedCounts counts() {
        return new UnsealedCounts(opened, chaff, noKey, refused, datagrams, unchecked, others);
    }

    private void take(CaptureRecord next) throws IOException {
        if (next.linkType() != linkType) {
            throw new IOException(
                    "the capture has link types %d and %d, and one file takes one: split it first"
                            .formatted(linkType, next.linkType()));
        }
        FrameStatus status =
                LinkLayer.ofCapture(linkType)
                        .map(link -> frame.wrap(next.bytes(), 0, next.capturedLength(), link))
                        .orElse(FrameStatus.NOT_ROCE);
        boolean known = status != FrameStatus.NOT_ROCE && frame.hasBth();
        int opcode = known ? Bth.opcode(frame.buffer(), frame.transportOffset()) : 0;
        if (!SealedPacket.isSealed(opcode) || opcode == SealedPacket.CELL) {
            others++;
            keep(next);
        } else if (status != FrameStatus.OK) {
            unchecked++;
            keep(next);
        } else {
            sealed(next);
        }
    }

    private void sealed(CaptureRecord next) throws IOException {
        ByteBuffer b = frame.buffer();
        int at = frame.transportOffset();
        int length = frame.transportLength();
        int wire = Icrc.get(b, at + length);
        boolean whole = icrc.over(frame) == wire;
        boolean transportOnly = !whole && icrc.transportOnly(b, at, length) == wire;
        int first = whole || transportOnly ? length : segments.firstSegment(frame);
        if (first == SegmentFinder.NONE) {
            unchecked++;
            keep(next);
            return;
        }
        if (first == length) {
            int result = open(at, length);
            count(result);
            if (result > 0) {
                datagrams += Bth.opcode(b, at) == SealedPacket.DATAGRAM ? 1 : 0;
                write(
                        next,
                        plain.of(frame, transportOnly, opener.plain(), opener.plainAt(), result));
            } else {
                keep(next);
            }
        } else {
            superPacket(next, first);
        }
    }

    /** Looks first, so that one of which nothing opens stays one. */
    private void superPacket(CaptureRecord next, int each) throws IOException {
        int at = frame.transportOffset();
        int end = frame.icrcOffset();
        boolean changed = false;
        for (int from = at; from < end; from += each + Icrc.LENGTH) {
            int result = open(from, Math.min(each, end - from));
            count(result);
            changed |= result > 0;
        }
        if (!changed) {
            keep(next);
            return;
        }
        for (int from = at; from < end; from += each + Icrc.LENGTH) {
            int bytes = Math.min(each, end - from);
            int result = open(from, bytes);
            write(
                    next,
                    result > 0
                            ? plain.of(frame, false, opener.plain(), opener.plainAt(), result)
                            : plain.of(frame, false, frame.buffer(), from, bytes));
        }
    }

    private int open(int from, int bytes) {
        int opcode = Bth.opcode(frame.buffer(), from);
        boolean isSealed = SealedPacket.isSealed(opcode) && SealedPacket.isLength(opcode, bytes);
        return isSealed ? opener.open(frame.buffer(), from, bytes) : PacketSeal.FORGED;
    }

    private void count(int result) {
        switch (result) {
            case PacketSeal.CHAFF -> chaff++;
            case PacketOpener.NO_KEY -> noKey++;
            case PacketSeal.FORGED, PacketSeal.MALFORMED -> refused++;
            default -> opened++;
        }
    }

    private void keep(CaptureRecord next) throws IOException {
        write(next, next.bytes(), Math.max(next.originalLength(), next.capturedLength()));
    }

    private void write(CaptureRecord next, ByteBuffer bytes) throws IOException {
        write(next, bytes, bytes.limit());
    }

    private void write(CaptureRecord next, ByteBuffer bytes, int originalLength)
            throws IOException {
        long timeNs = next.timestampNs();
        try {
            writer.write(
                    timeNs == CaptureRecord.NO_TIMESTAMP ? 0 : timeNs,
                    bytes.duplicate().rewind(),
                    originalLength);
        } catch (IOException | IllegalArgumentException e) {
            throw cannotWrite(e);
        }
    }

    @Override
    public void close() throws IOException {
        try (reader) {
            opener.close();
        }
    }
}
