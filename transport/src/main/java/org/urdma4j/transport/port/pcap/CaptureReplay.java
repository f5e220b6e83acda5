package org.urdma4j.transport.port.pcap;

import org.urdma4j.codec.pcap.CaptureException;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.frame.FramePortConfig;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;

/**
 * A capture file, and a port to which its frames come: from wherever they were sent, as whatever
 * the capture has them, Ethernet or not. Nothing leaves the port. Its time is that of the capture,
 * so that timers come between the same frames at any pace. Needs neither libpcap nor a privilege.
 * Any thread may call.
 */
public final class CaptureReplay implements AutoCloseable {
    private final CaptureLink frames;
    private final PcapPort port;

    private CaptureReplay(CaptureLink frames, PcapPort port) {
        this.frames = frames;
        this.port = port;
    }

    /**
     * Opens a file and a port, to which nothing comes before {@link #play}.
     *
     * @param config with the address, of any machine, that the frames are to
     * @param pace how fast they come
     * @param offsetNs what the port's time is ahead of the timestamps, in nanoseconds
     * @throws CaptureException if the file is no capture
     */
    public static CaptureReplay open(
            FramePortConfig config, Path file, ReplayPace pace, long offsetNs)
            throws CaptureException {
        CaptureLink frames = new CaptureLink(file, pace);
        String name = String.valueOf(file.getFileName());
        return new CaptureReplay(
                frames, PcapPort.replay(config, name, frames, new CaptureClock(offsetNs)));
    }

    /** Returns the port; whoever has it closed, such as with its context, ends the replay. */
    public NetworkPort port() {
        return port;
    }

    /**
     * Lets the frames come, once, and returns when the shard has had them all, or when the port was
     * closed.
     *
     * @throws IOException if the file can't be read to its end; what was before has come
     */
    public void play() throws IOException {
        frames.play();
        try {
            port.exhausted().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the replay was interrupted");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        }
    }

    /** Lets no more frames come. */
    public void stop() {
        frames.breakLoop();
    }

    @Override
    public void close() {
        port.close();
    }
}
