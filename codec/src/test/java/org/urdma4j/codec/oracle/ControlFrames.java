package org.urdma4j.codec.oracle;

import org.urdma4j.codec.net.MacControl;
import org.urdma4j.codec.net.Pause;
import org.urdma4j.codec.net.Pfc;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** PAUSE and PFC frames for other decoders: every set of priorities, and quanta of all sizes. */
final class ControlFrames {
    private static final long MAC = 0x0200_0000_0001L;
    private static final int[] QUANTA = {0, 1, 0x1234, 0xffff};

    private ControlFrames() {}

    static List<ByteBuffer> all() {
        List<ByteBuffer> frames = new ArrayList<>();
        for (int quanta : QUANTA) {
            ByteBuffer b = ByteBuffer.allocate(MacControl.FRAME_LENGTH);
            Pause.write(b, MacControl.startFrame(b, 0, MAC), quanta);
            frames.add(b);
        }
        for (int enabled = 0; enabled < 256; enabled++) {
            frames.add(pfc(enabled));
        }
        return frames;
    }

    private static ByteBuffer pfc(int enabled) {
        ByteBuffer b = ByteBuffer.allocate(MacControl.FRAME_LENGTH);
        int at = MacControl.startFrame(b, 0, MAC);
        Pfc.write(b, at, enabled);
        for (int priority = 0; priority < Pfc.PRIORITIES; priority++) {
            Pfc.setQuanta(b, at, priority, quanta(enabled, priority));
        }
        return b;
    }

    /** The quanta of a priority in the PFC frame with these enabled. */
    static int quanta(int enabled, int priority) {
        return QUANTA[(enabled + priority) % QUANTA.length] ^ (priority << 4);
    }

    static void write(List<ByteBuffer> frames, Path file) throws IOException {
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            for (ByteBuffer frame : frames) {
                writer.write(0, frame);
            }
        }
    }

    static String hex(ByteBuffer frame) {
        byte[] bytes = new byte[MacControl.FRAME_LENGTH];
        frame.get(0, bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
