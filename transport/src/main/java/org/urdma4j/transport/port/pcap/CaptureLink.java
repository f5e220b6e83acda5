package org.urdma4j.transport.port.pcap;

import org.urdma4j.codec.pcap.CaptureException;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** The frames of a capture file, from {@link #play} on; what is sent goes nowhere. */
final class CaptureLink implements FrameLink {
    private final ReplayPace pace;
    private final CaptureReader reader;
    private final EthernetForm form = new EthernetForm();
    private final CountDownLatch begun = new CountDownLatch(1);
    private volatile boolean broken;

    /**
     * Opens a file.
     *
     * @throws CaptureException if it is none
     */
    CaptureLink(Path file, ReplayPace pace) throws CaptureException {
        this.pace = pace;
        this.reader = CaptureReader.open(file);
    }

    /** Lets the frames come; any thread. */
    void play() {
        begun.countDown();
    }

    @Override
    public void loop(PcapInterface.Listener listener) throws IOException {
        try {
            begun.await();
        } catch (InterruptedException e) {
            throw new InterruptedIOException(e.getMessage());
        }
        ReplayPace.Clock clock = pace.start();
        for (CaptureRecord next = reader.next(); next != null && !broken; next = reader.next()) {
            byte[] frame = form.of(next);
            if (frame != null) {
                clock.await(next.timestampNs(), () -> broken);
                int missing = next.originalLength() - next.capturedLength();
                listener.onFrame(frame, frame.length + missing, next.timestampNs());
            }
        }
    }

    @Override
    public void breakLoop() {
        broken = true;
        play();
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
