package org.urdma4j.transport.work;

import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.ReceiveWqe;
import org.urdma4j.verbs.AccessFlags;

import java.util.function.BooleanSupplier;

/**
 * What a request in sequence must satisfy before it is executed, in the order in which the
 * specification wants it checked (IBTA 1.4 §9.7.4.1): place in its message, permission, resources,
 * length, key. The first objection stands.
 */
public final class RequestChecks {
    private static final long MAX_MESSAGE = 1L << 31;
    private static final int ATOMIC_LENGTH = Long.BYTES;

    /** One link of the chain. */
    @FunctionalInterface
    private interface Check {
        Verdict of(TransportPacket packet);
    }

    private final QpContext qp;
    private final IncomingMessage message;
    private final BooleanSupplier roomForAnswer;
    private final Check[] chain = {
        this::operationSequence, this::permission, this::resources, this::length, this::remoteKey
    };

    /** The receive that the request takes, found by {@link #resources}. */
    private ReceiveWqe receive;

    /** The memory that the request names, found by {@link #remoteKey}; null for no bytes. */
    private Region region;

    /**
     * Creates the checks of a queue pair.
     *
     * @param message what has come of the message under way
     * @param roomForAnswer whether one more READ or atomic operation may be asked for
     */
    public RequestChecks(QpContext qp, IncomingMessage message, BooleanSupplier roomForAnswer) {
        this.qp = qp;
        this.message = message;
        this.roomForAnswer = roomForAnswer;
    }

    /** Returns the first objection, PASS if there is none. */
    public Verdict check(TransportPacket packet) {
        for (Check check : chain) {
            Verdict verdict = check.of(packet);
            if (verdict != Verdict.PASS) {
                return verdict;
            }
        }
        return Verdict.PASS;
    }

    /** Returns the receive that the request takes, after PASS. */
    public ReceiveWqe receive() {
        return receive;
    }

    /** Returns the memory that the request names, after PASS; null for no bytes. */
    public Region region() {
        return region;
    }

    /** A message is FIRST, MIDDLE…, LAST of one kind; nothing else comes in between. */
    private Verdict operationSequence(TransportPacket packet) {
        boolean begins =
                packet.has(Opcode.START) || packet.has(Opcode.READ) || packet.has(Opcode.ATOMIC);
        if (begins) {
            return message.open() ? Verdict.INVALID_REQUEST : Verdict.PASS;
        }
        boolean continues = message.open() && message.isSend() == packet.has(Opcode.SEND);
        return continues ? Verdict.PASS : Verdict.INVALID_REQUEST;
    }

    /** The operation is one we know, and the queue pair lets its peer do it. */
    private Verdict permission(TransportPacket packet) {
        int needed;
        if (packet.has(Opcode.SEND)) {
            needed = 0;
        } else if (packet.has(Opcode.WRITE)) {
            needed = AccessFlags.REMOTE_WRITE;
        } else if (packet.has(Opcode.READ)) {
            needed = AccessFlags.REMOTE_READ;
        } else if (packet.has(Opcode.ATOMIC)) {
            needed = AccessFlags.REMOTE_ATOMIC;
        } else {
            return Verdict.INVALID_REQUEST;
        }
        return (qp.accessFlags & needed) == needed ? Verdict.PASS : Verdict.INVALID_REQUEST;
    }

    /** There is a receive for what consumes one, and room to remember what may be asked again. */
    private Verdict resources(TransportPacket packet) {
        if (packet.has(Opcode.READ) || packet.has(Opcode.ATOMIC)) {
            return roomForAnswer.getAsBoolean() ? Verdict.PASS : Verdict.INVALID_REQUEST;
        }
        if (!packet.has(Opcode.CONSUMES_RECEIVE)) {
            return Verdict.PASS;
        }
        receive = qp.receiveQueue.peek();
        if (receive == null) {
            return Verdict.NOT_READY;
        }
        boolean usable = !packet.has(Opcode.SEND) || qp.resolve(receive);
        return usable ? Verdict.PASS : Verdict.OPERATIONAL_ERROR;
    }

    /** FIRST and MIDDLE are full, LAST isn't empty, and the sum is what was announced. */
    private Verdict length(TransportPacket packet) {
        int bytes = packet.payloadLength();
        if (packet.has(Opcode.READ)) {
            return packet.dmaLength() <= MAX_MESSAGE ? Verdict.PASS : Verdict.INVALID_REQUEST;
        }
        if (packet.has(Opcode.ATOMIC)) {
            boolean aligned = packet.virtualAddress() % ATOMIC_LENGTH == 0;
            return aligned ? Verdict.PASS : Verdict.INVALID_REQUEST;
        }
        boolean ends = packet.has(Opcode.END);
        boolean fits = ends ? bytes <= qp.mtu : bytes == qp.mtu;
        boolean emptyLast = ends && !packet.has(Opcode.START) && bytes == 0;
        if (!fits || emptyLast) {
            return Verdict.INVALID_REQUEST;
        }
        return packet.has(Opcode.SEND) ? sendLength(packet, bytes) : writeLength(packet, bytes);
    }

    private Verdict sendLength(TransportPacket packet, int bytes) {
        boolean starts = packet.has(Opcode.START);
        ReceiveWqe to = starts ? receive : message.receive();
        long before = starts ? 0 : message.received();
        return before + bytes <= to.sges().length() ? Verdict.PASS : Verdict.TOO_LONG;
    }

    private Verdict writeLength(TransportPacket packet, int bytes) {
        long left = packet.has(Opcode.START) ? packet.dmaLength() : message.remaining();
        boolean right = packet.has(Opcode.END) ? bytes == left : bytes < left;
        return right && left <= MAX_MESSAGE ? Verdict.PASS : Verdict.INVALID_REQUEST;
    }

    /** The key is valid for every byte that the request will touch. */
    private Verdict remoteKey(TransportPacket packet) {
        region = null;
        long bytes;
        int rights;
        if (packet.has(Opcode.ATOMIC)) {
            bytes = ATOMIC_LENGTH;
            rights = AccessFlags.REMOTE_ATOMIC;
        } else if (packet.has(Opcode.RETH)) {
            bytes = packet.dmaLength();
            rights = packet.has(Opcode.READ) ? AccessFlags.REMOTE_READ : AccessFlags.REMOTE_WRITE;
        } else {
            return Verdict.PASS;
        }
        if (bytes == 0) {
            return Verdict.PASS;
        }
        region =
                qp.regions.remote(
                        packet.rKey(), qp.domain, qp.qpn, packet.virtualAddress(), bytes, rights);
        return region != null ? Verdict.PASS : Verdict.ACCESS_ERROR;
    }
}
