package org.urdma4j.wan;

import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.wan.shuttle.WireWatch;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** Writes each packet that enters the path to a capture file, as tcpdump at its sender would. */
final class WirePcap implements WireWatch, Closeable {
    private final PcapWriter writer;
    private final long epochNs;

    private WirePcap(PcapWriter writer, long epochNs) {
        this.writer = writer;
        this.epochNs = epochNs;
    }

    /**
     * @throws IOException if the file can't be written
     */
    static WirePcap create(Path file) throws IOException {
        try {
            return new WirePcap(
                    PcapWriter.create(file, LinkType.ETHERNET),
                    SystemClock.epochNs() - SystemClock.nowNs());
        } catch (IOException e) {
            throw new IOException("can't write the capture " + file + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void onPacket(long nowNs, MemorySegment memory, int at, int bytes) {
        try {
            writer.write(epochNs + nowNs, memory.asSlice(at, bytes).asByteBuffer());
        } catch (IOException e) {
            throw new UncheckedIOException("the capture can't be written: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
