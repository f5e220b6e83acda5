package org.urdma4j.transport.device;

import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.urdma.offer.UrdmaPayload;
import org.urdma4j.transport.work.Requests;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.VerbsException;

/** What a queue pair may be made of, and what may be posted to it. */
final class QpChecks {
    private QpChecks() {}

    /** Throws EOPNOTSUPP for types that the device doesn't have. */
    static void type(SoftContext context, QpType type) {
        String refusal =
                switch (type) {
                    case RC, UC, UD -> null;
                    case RAW_PACKET ->
                            context.port().rawPackets().isPresent()
                                    ? null
                                    : "RAW_PACKET queue pairs need the raw backend";
                    default -> "queue pairs of type %s are not supported".formatted(type);
                };
        if (refusal != null) {
            throw new VerbsException(Errno.EOPNOTSUPP, refusal);
        }
    }

    /** Throws EPROTONOSUPPORT for types that can't be protected, on a device that must be. */
    static void protectable(SoftContext context, QpType type) {
        if (context.protectionRequired() && (type == QpType.UC || type == QpType.UD)) {
            throw unprotected("queue pairs of type %s can't be protected".formatted(type));
        }
    }

    /** Throws EPROTONOSUPPORT for a queue pair about to be connected by hand where none may be. */
    static void connectable(SoftContext context, Qp qp, QpAttr attr, int mask) {
        boolean connects =
                (mask & QpAttrMask.STATE) != 0
                        && attr.qpState() == QpState.RTR
                        && qp.type() == QpType.RC;
        if (connects && context.protectionRequired() && qp.sealing().seal() == null) {
            throw unprotected(
                    "a queue pair connected by hand can't be: use the connection manager");
        }
    }

    /**
     * Throws EMSGSIZE where the longest packet doesn't fit the link that all are made as long as.
     */
    static void fitting(SoftContext context, Qp qp, QpAttr attr, int mask) {
        int offers = QpAttrMask.URDMA_OFFER | QpAttrMask.URDMA_PEER_OFFER;
        UrdmaOffer own = attr.urdmaOffer();
        UrdmaOffer peer = attr.urdmaPeerOffer();
        boolean pads = qp.sealing().seal() != null && qp.sealing().seal().shape().padded();
        if (!pads || (mask & offers) != offers || own == null || peer == null) {
            return;
        }
        int longest =
                UrdmaPayload.longest(own.payloadWith(peer), own.fecWith(peer), own.pathsWith(peer));
        if (longest > context.packetBytes()) {
            throw new VerbsException(
                    Errno.EMSGSIZE,
                    "packets padded to %d bytes don't fit the link, which takes %d: offer a smaller"
                                    .formatted(longest, context.packetBytes())
                            + " payload");
        }
    }

    private static VerbsException unprotected(String why) {
        return new VerbsException(
                Errno.EPROTONOSUPPORT, "the device's packets are protected, and " + why);
    }

    static SoftSharedReceiveQueue sharedQueue(SoftContext context, QpInitAttr init) {
        if (init.srq() == null) {
            return null;
        }
        boolean ours = init.srq() instanceof SoftSharedReceiveQueue s && s.context() == context;
        Invalid.unless(ours, "the shared receive queue is of another device");
        return (SoftSharedReceiveQueue) init.srq();
    }

    static void cap(QpCap cap, boolean shared) {
        Invalid.unlessInRange("max_send_wr", cap.maxSendWr(), 1, DeviceLimits.MAX_QP_WR);
        Invalid.unlessInRange("max_send_sge", cap.maxSendSge(), 1, DeviceLimits.MAX_SGE);
        Invalid.unlessInRange("max_inline_data", cap.maxInlineData(), 0, DeviceLimits.MAX_INLINE);
        if (!shared) {
            Invalid.unlessInRange("max_recv_wr", cap.maxRecvWr(), 0, DeviceLimits.MAX_QP_WR);
            Invalid.unlessInRange("max_recv_sge", cap.maxRecvSge(), 0, DeviceLimits.MAX_SGE);
        }
    }

    static boolean acceptable(QpInitAttr init, SendWr wr) {
        if (wr.opcode() == null
                || wr.numSge() > init.cap().maxSendSge()
                || !Requests.carriedBy(init.qpType(), wr.opcode())
                || ((wr.sendFlags() & SendFlags.IP_CSUM) != 0
                        && init.qpType() == QpType.RAW_PACKET)) {
            return false;
        }
        if ((wr.sendFlags() & SendFlags.INLINE) == 0) {
            return true;
        }
        boolean carries =
                switch (wr.opcode()) {
                    case RDMA_WRITE, RDMA_WRITE_WITH_IMM, SEND, SEND_WITH_IMM, SEND_WITH_INV ->
                            true;
                    default -> false;
                };
        return carries
                && wr.inlineData() != null
                && wr.inlineData().byteSize() <= init.cap().maxInlineData();
    }
}
