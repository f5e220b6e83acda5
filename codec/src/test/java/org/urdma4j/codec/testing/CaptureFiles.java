package org.urdma4j.codec.testing;

import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The captures of Soft-RoCE among the test resources. */
public final class CaptureFiles {
    private static final Path FOLDER = Path.of("src/test/resources/captures");

    private CaptureFiles() {}

    /** Returns the RoCE packets of a capture; each frame has its own buffer. */
    public static List<RoceFrame> roceFrames(String name) throws IOException {
        List<RoceFrame> frames = new ArrayList<>();
        for (CaptureRecord record : records(name)) {
            LinkLayer link = LinkLayer.ofCapture(record.linkType()).orElseThrow();
            ByteBuffer bytes = record.bytes();
            RoceFrame frame = new RoceFrame();
            if (frame.wrap(bytes, 0, bytes.limit(), link) == FrameStatus.OK) {
                frames.add(frame);
            }
        }
        return frames;
    }

    /** Returns every packet of a capture. */
    public static List<CaptureRecord> records(String name) throws IOException {
        List<CaptureRecord> records = new ArrayList<>();
        try (CaptureReader reader = CaptureReader.open(FOLDER.resolve(name))) {
            for (var record = reader.next(); record != null; record = reader.next()) {
                records.add(record);
            }
        }
        return records;
    }
}
