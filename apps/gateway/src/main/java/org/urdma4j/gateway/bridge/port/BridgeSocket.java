package org.urdma4j.gateway.bridge.port;

import org.urdma4j.transport.port.linux.FrameFilter;
import org.urdma4j.transport.port.linux.FrameMatch;
import org.urdma4j.transport.port.linux.PacketSocket;

import java.util.List;
import java.util.stream.IntStream;

/** A packet socket for all frames of an interface that a bridge passes on. */
final class BridgeSocket {
    private static final int RESERVED_HIGH = 0x0180_c200;

    /**
     * What a two-port MAC relay doesn't pass on (IEEE 802.1Q, table 8-3): PAUSE, slow protocols,
     * MAC-specific control, nearest bridge. All else goes through, BPDUs of the bridges at both
     * ends too, so that they see a loop.
     */
    private static final int[] RESERVED_LOW = {0x01, 0x02, 0x04, 0x0e};

    private BridgeSocket() {}

    static FrameFilter filter() {
        FrameMatch reserved = FrameMatch.ALL.word(0, -1, RESERVED_HIGH);
        return new FrameFilter.Builder()
                .rules(
                        IntStream.of(RESERVED_LOW)
                                .mapToObj(low -> reserved.half(Integer.BYTES, 0xffff, low))
                                .toList(),
                        false)
                .rules(List.of(FrameMatch.ALL), true)
                .build();
    }

    static PacketSocket open(int interfaceIndex, int bufferBytes) {
        PacketSocket socket = new PacketSocket(interfaceIndex, filter(), bufferBytes);
        socket.takeIn(PacketSocket.Intake.PROMISCUOUS, 0, true);
        return socket;
    }
}
