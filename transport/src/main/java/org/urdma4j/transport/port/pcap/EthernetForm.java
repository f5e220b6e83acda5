package org.urdma4j.transport.port.pcap;

import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.codec.pcap.LinkType;

import java.nio.ByteBuffer;

/** Gives captured packets the form of Ethernet frames, whatever link they were on. */
final class EthernetForm {
    private static final int NOBODY = 0;

    private final RoceFrame roce = new RoceFrame();

    /**
     * Returns the frame: of Ethernet as it is, of other links with addresses of zeros if it is
     * RoCE.
     *
     * @return null if it is not
     */
    byte[] of(CaptureRecord record) {
        if (record.linkType() == LinkType.ETHERNET) {
            byte[] frame = new byte[record.capturedLength()];
            record.bytes().get(0, frame);
            return frame;
        }
        LinkLayer link = LinkLayer.ofCapture(record.linkType()).orElse(null);
        if (link == null
                || roce.wrap(record.bytes(), 0, record.capturedLength(), link) != FrameStatus.OK) {
            return null;
        }
        int bytes = record.capturedLength() - roce.networkOffset();
        byte[] frame = new byte[Ethernet.LENGTH + bytes];
        int type = roce.encapsulation().etherType();
        Ethernet.write(ByteBuffer.wrap(frame), 0, NOBODY, NOBODY, type);
        record.bytes().get(roce.networkOffset(), frame, Ethernet.LENGTH, bytes);
        return frame;
    }
}
