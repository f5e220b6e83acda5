package org.urdma4j.bridge.port;

import org.urdma4j.transport.port.linux.FrameFilter;
import org.urdma4j.transport.port.linux.FrameMatch;
import org.urdma4j.transport.port.linux.PacketSocket;

import java.util.List;

/** A packet socket for all frames of an interface that a bridge passes on. */
final class BridgeSocket {
    /** 01:80:c2:00:00:00 to 0f stay on their side (IEEE 802.1Q, 8.6.3): PAUSE, LACP, LLDP... */
    private static final int RESERVED_HIGH = 0x0180_c200;

    private static final int RESERVED_LOW_MASK = 0xfff0;

    private BridgeSocket() {}

    static PacketSocket open(int interfaceIndex, int bufferBytes) {
        FrameMatch reserved =
                FrameMatch.ALL.word(0, -1, RESERVED_HIGH).half(Integer.BYTES, RESERVED_LOW_MASK, 0);
        FrameFilter filter =
                new FrameFilter.Builder()
                        .rules(List.of(reserved), false)
                        .rules(List.of(FrameMatch.ALL), true)
                        .build();
        PacketSocket socket = new PacketSocket(interfaceIndex, filter, bufferBytes);
        socket.takeIn(PacketSocket.Intake.PROMISCUOUS, 0, true);
        return socket;
    }
}
