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

    private static final int ANSWERED = Opcode.READ | Opcode.ATOMIC;

    private final QpContext qp;
    private final IncomingMessage message;
    private final BooleanSupplier roomForAnswer;

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
        int flags = packet.flags();
        Verdict verdict = operation(flags);
        if (verdict == Verdict.PASS) {
            verdict = resources(flags);
        }
        if (verdict == Verdict.PASS) {
            verdict = length(packet, flags);
        }
        return verdict == Verdict.PASS ? remoteKey(packet, flags) : verdict;
    }

    /** Returns the receive that the request takes, after PASS. */
    public ReceiveWqe receive() {
        return receive;
    }

    /** Returns the memory that the request names, after PASS; null for no bytes. */
    public Region region() {
        return region;
    }

    /**
     * A message is FIRST, MIDDLE…, LAST of one kind, nothing else comes in between; the operation
     * is one we know, and the queue pair lets its peer do it.
     */
    private Verdict operation(int flags) {
        boolean begins = (flags & (Opcode.START | ANSWERED)) != 0;
        boolean send = (flags & Opcode.SEND) != 0;
        boolean inSequence = begins ? !message.open() : message.open() && message.isSend() == send;
        boolean known = (flags & (Opcode.SEND | Opcode.WRITE | ANSWERED)) != 0;
        int needed = rights(flags);
        return inSequence && known && (qp.accessFlags & needed) == needed
                ? Verdict.PASS
                : Verdict.INVALID_REQUEST;
    }

    private static int rights(int flags) {
        if ((flags & Opcode.WRITE) != 0) {
            return AccessFlags.REMOTE_WRITE;
        }
        if ((flags & Opcode.READ) != 0) {
            return AccessFlags.REMOTE_READ;
        }
        return (flags & Opcode.ATOMIC) != 0 ? AccessFlags.REMOTE_ATOMIC : 0;
    }

    /** There is a receive for what consumes one, and room to remember what may be asked again. */
    private Verdict resources(int flags) {
        if ((flags & ANSWERED) != 0) {
            return roomForAnswer.getAsBoolean() ? Verdict.PASS : Verdict.INVALID_REQUEST;
        }
        if ((flags & Opcode.CONSUMES_RECEIVE) != Opcode.CONSUMES_RECEIVE) {
            return Verdict.PASS;
        }
        receive = qp.receiveQueue.peek();
        if (receive == null) {
            return Verdict.NOT_READY;
        }
        boolean usable = (flags & Opcode.SEND) == 0 || qp.resolve(receive);
        return usable ? Verdict.PASS : Verdict.OPERATIONAL_ERROR;
    }

    /** FIRST and MIDDLE are full, LAST isn't empty, and the sum is what was announced. */
    private Verdict length(TransportPacket packet, int flags) {
        if ((flags & Opcode.READ) != 0) {
            return packet.dmaLength() <= MAX_MESSAGE ? Verdict.PASS : Verdict.INVALID_REQUEST;
        }
        if ((flags & Opcode.ATOMIC) != 0) {
            boolean aligned = packet.virtualAddress() % ATOMIC_LENGTH == 0;
            return aligned ? Verdict.PASS : Verdict.INVALID_REQUEST;
        }
        int bytes = packet.payloadLength();
        boolean starts = (flags & Opcode.START) != 0;
        boolean ends = (flags & Opcode.END) != 0;
        boolean fits = ends ? bytes <= qp.mtu : bytes == qp.mtu;
        boolean emptyLast = ends && !starts && bytes == 0;
        if (!fits || emptyLast) {
            return Verdict.INVALID_REQUEST;
        }
        if ((flags & Opcode.SEND) != 0) {
            ReceiveWqe to = starts ? receive : message.receive();
            long before = starts ? 0 : message.received();
            return before + bytes <= to.sges().length() ? Verdict.PASS : Verdict.TOO_LONG;
        }
        long left = starts ? packet.dmaLength() : message.remaining();
        boolean right = ends ? bytes == left : bytes < left;
        return right && left <= MAX_MESSAGE ? Verdict.PASS : Verdict.INVALID_REQUEST;
    }

    /** The key is valid for every byte that the request will touch. */
    private Verdict remoteKey(TransportPacket packet, int flags) {
        region = null;
        boolean atomic = (flags & Opcode.ATOMIC) != 0;
        if (!atomic && (flags & Opcode.RETH) == 0) {
            return Verdict.PASS;
        }
        long bytes = atomic ? ATOMIC_LENGTH : packet.dmaLength();
        if (bytes == 0) {
            return Verdict.PASS;
        }
        long address = packet.virtualAddress();
        region = qp.regions.remote(packet.rKey(), qp.domain, qp.qpn, address, bytes, rights(flags));
        return region != null ? Verdict.PASS : Verdict.ACCESS_ERROR;
    }
}
