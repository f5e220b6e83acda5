package org.urdma4j.codec.pcap;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads whole captures for the tests of this package. */
final class Captures {
    static final Path FOLDER = Path.of("src/test/resources/captures");

    private Captures() {}

    static List<CaptureRecord> read(byte[] file) throws IOException {
        List<CaptureRecord> records = new ArrayList<>();
        readInto(records, file);
        return records;
    }

    /** Leaves the records before the damage in the list. */
    static void readInto(List<CaptureRecord> records, byte[] file) throws IOException {
        drain(
                records,
                CaptureReader.open(
                        "test.pcap", Channels.newChannel(new ByteArrayInputStream(file))));
    }

    static List<CaptureRecord> read(Path file) throws IOException {
        List<CaptureRecord> records = new ArrayList<>();
        drain(records, CaptureReader.open(file));
        return records;
    }

    private static void drain(List<CaptureRecord> records, CaptureReader reader)
            throws IOException {
        try (reader) {
            for (CaptureRecord next = reader.next(); next != null; next = reader.next()) {
                records.add(next);
            }
        }
    }

    static byte[] bytes(CaptureRecord packet) {
        byte[] bytes = new byte[packet.capturedLength()];
        packet.bytes().get(0, bytes);
        return bytes;
    }
}
