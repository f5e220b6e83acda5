package org.urdma4j.transport.work;

import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.queue.ReceiveWqe;
import org.urdma4j.transport.wire.ReceivedPacket;

/** The SEND or RDMA WRITE whose packets the responder is receiving. */
public final class IncomingMessage {
    private ReceiveWqe receive;
    private Region region;
    private long regionOffset;
    private boolean open;
    private long received;
    private long announced;

    /** Forgets it: none is being received. */
    public void reset() {
        open = false;
        receive = null;
        region = null;
    }

    /** Starts a SEND into {@code wqe}. */
    public void startSend(ReceiveWqe wqe) {
        open = true;
        receive = wqe;
        region = null;
        received = 0;
        announced = 0;
    }

    /** Starts a WRITE of {@code length} bytes to {@code address} in {@code to}, null if empty. */
    public void startWrite(Region to, long address, long length) {
        open = true;
        receive = null;
        region = to;
        regionOffset = to == null ? 0 : to.offsetOf(address);
        received = 0;
        announced = length;
    }

    /** Returns whether packets of this message are still to come. */
    public boolean open() {
        return open;
    }

    public boolean isSend() {
        return receive != null;
    }

    public ReceiveWqe receive() {
        return receive;
    }

    /** Returns the bytes received so far. */
    public long received() {
        return received;
    }

    /** Returns the bytes still to come of a WRITE. */
    long remaining() {
        return announced - received;
    }

    /** Places the packet's payload; returns false if the memory is gone. */
    public boolean place(ReceivedPacket packet, int bytes) {
        if (bytes > 0 && !(isSend() ? placeSend(packet, bytes) : placeWrite(packet, bytes))) {
            return false;
        }
        received += bytes;
        return true;
    }

    private boolean placeSend(ReceivedPacket packet, int bytes) {
        return receive.sges().scatter(received, bytes, packet);
    }

    private boolean placeWrite(ReceivedPacket packet, int bytes) {
        if (!region.registered()) {
            return false;
        }
        try {
            packet.payloadTo(0, region.segment(), regionOffset + received, bytes);
            return true;
        } catch (IllegalStateException e) {
            return false; // the memory is gone
        }
    }
}
