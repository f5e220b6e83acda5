package org.urdma4j.transport.port.pcap;

import org.urdma4j.codec.pcap.CaptureException;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.codec.pcap.LinkType;

import java.io.IOException;
import java.nio.file.Path;

/** The frames of a capture file; what is sent goes nowhere. */
final class CaptureLink implements FrameLink {
    private final Path file;
    private final ReplayPace pace;
    private final CaptureReader reader;
    private volatile boolean broken;

    /**
     * Opens a file.
     *
     * @throws CaptureException if it is none
     */
    CaptureLink(Path file, ReplayPace pace) throws CaptureException {
        this.file = file;
        this.pace = pace;
        this.reader = CaptureReader.open(file);
    }

    @Override
    public void loop(PcapInterface.Listener listener) throws IOException {
        ReplayPace.Clock clock = pace.start();
        for (CaptureRecord next = reader.next(); next != null && !broken; next = reader.next()) {
            if (next.linkType() != LinkType.ETHERNET) {
                throw new IOException(
                        "%s: link type %d is not Ethernet".formatted(file, next.linkType()));
            }
            clock.await(next.timestampNs(), () -> broken);
            byte[] bytes = new byte[next.capturedLength()];
            next.bytes().get(0, bytes);
            listener.onFrame(bytes, next.originalLength(), next.timestampNs());
        }
    }

    @Override
    public void breakLoop() {
        broken = true;
    }

    @Override
    public void send(byte[] frame, int length) {
        // nobody is there
    }

    @Override
    public long dropped() {
        return 0;
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException _) {
            // it was read only
        }
    }
}
