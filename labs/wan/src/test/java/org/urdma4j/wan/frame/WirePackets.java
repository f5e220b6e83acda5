package org.urdma4j.wan.frame;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** For tests of other packages: frames, and the wire packets that a frame stands for. */
public final class WirePackets {
    private WirePackets() {}

    /** Returns a super-packet of {@code packets} packets of 1000 bytes, with a virtio header. */
    public static byte[] superPacket(boolean udp, int packets, int identification) {
        TestFrame frame = TestFrame.of(false, udp, packets * 1000);
        frame.identification = identification;
        frame.gsoSize = 1000;
        return frame.withPartialChecksum();
    }

    /** Returns one packet of UDP whose ends don't heed marks. */
    public static byte[] withoutEcn(int payloadBytes) {
        TestFrame frame = TestFrame.of(false, true, payloadBytes);
        frame.ecn = 0;
        return frame.withPartialChecksum();
    }

    /** Returns whether a wire packet of {@link #of} over IPv4 says that it met congestion. */
    public static boolean isMarked(String packet) {
        return (HexFormat.fromHexDigit(packet.charAt(2 * 15 + 1)) & 3) == 3;
    }

    /** Returns one packet of UDP with a virtio header. */
    public static byte[] single(int payloadBytes, int identification) {
        TestFrame frame = TestFrame.of(false, true, payloadBytes);
        frame.identification = identification;
        return frame.withPartialChecksum();
    }

    /** Returns the wire packets in hexadecimal. */
    public static List<String> of(byte[] frame) {
        FrameRing ring = new FrameRing(2 * FrameRing.LONGEST);
        MemorySegment.copy(
                frame, 0, ring.memory(), ValueLayout.JAVA_BYTE, ring.nextPosition(), frame.length);
        Frame parsed = ring.take(frame.length);
        RunBuilder builder = new RunBuilder(ring.memory());
        List<String> packets = new ArrayList<>();
        for (int i = 0; i < parsed.packets(); i++) {
            int bytes = builder.buildPacket(parsed, i);
            packets.add(
                    HexFormat.of()
                            .formatHex(
                                    builder.head()
                                            .asSlice(RunBuilder.headPacketAt(), bytes)
                                            .toArray(ValueLayout.JAVA_BYTE)));
        }
        return packets;
    }

    /** Returns memory that holds {@code bytes}. */
    public static MemorySegment memory(byte[] bytes) {
        MemorySegment memory = Arena.ofAuto().allocate(bytes.length);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return memory;
    }
}
