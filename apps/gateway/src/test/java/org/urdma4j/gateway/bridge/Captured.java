package org.urdma4j.gateway.bridge;

import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Frames that tcpdump recorded of rdma_rxe. */
public final class Captured {
    private static final Path FOLDER = Path.of("../../codec/src/test/resources/captures");

    private Captured() {}

    /** Returns those of a file. */
    public static List<byte[]> of(String file) {
        List<byte[]> frames = new ArrayList<>();
        try (CaptureReader reader = CaptureReader.open(FOLDER.resolve(file))) {
            for (CaptureRecord record = reader.next(); record != null; record = reader.next()) {
                byte[] bytes = new byte[record.capturedLength()];
                record.bytes().get(record.bytes().position(), bytes);
                frames.add(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return frames;
    }
}
