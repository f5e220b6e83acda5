package org.urdma4j.transport.qp;

import org.urdma4j.codec.ib.AckTimeout;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;

/** Sets the attributes of a queue pair in its {@link QpContext}, those that the mask names. */
final class Attributes {
    private final QpContext context;
    private final PeerShares shares;

    /**
     * @param shares what queue pairs to one peer share
     */
    Attributes(QpContext context, PeerShares shares) {
        this.context = context;
        this.shares = shares;
    }

    /**
     * Sets who the peer is, and what both ends may do.
     *
     * @param route where packets go, given with {@link QpAttrMask#AV}
     * @param pKey the partition key, given with {@link QpAttrMask#PKEY_INDEX}
     * @param profile gives back its part of what it shared with the queue pairs to the peer before
     */
    void applyAddress(QpAttr attr, int mask, Route route, int pKey, Profile profile) {
        if ((mask & QpAttrMask.PKEY_INDEX) != 0) {
            context.pKey = pKey;
        }
        if ((mask & QpAttrMask.ACCESS_FLAGS) != 0) {
            context.accessFlags = attr.qpAccessFlags();
        }
        if ((mask & QpAttrMask.QKEY) != 0) {
            context.qKey = attr.qkey();
        }
        if ((mask & QpAttrMask.AV) != 0) {
            context.route = route;
            context.outward(null);
            if (attr.ahAttr() != null && attr.ahAttr().grh() != null) {
                context.localGidIndex = attr.ahAttr().grh().sgidIndex();
                context.remoteGid = attr.ahAttr().grh().dgid();
            }
            if (context.allowsMarks) {
                route.allowMarks();
            }
            leaveShare(profile);
            context.share = shares.of(route);
        }
        if ((mask & QpAttrMask.PATH_MTU) != 0) {
            context.mtu = attr.pathMtu().bytes();
        }
        if ((mask & QpAttrMask.DEST_QPN) != 0) {
            context.destQpn = attr.destQpNum();
        }
    }

    /** Leaves nothing behind in what queue pairs to one peer share. */
    void leaveShare(Profile profile) {
        profile.leaveShare();
        shares.release(context.share);
        context.share = new PeerShare();
    }

    /** Sets how long to wait, how often to try, how much may be outstanding, how fast to send. */
    void applyLimits(QpAttr attr, int mask) {
        if ((mask & QpAttrMask.TIMEOUT) != 0) {
            context.ackTimeoutNs = AckTimeout.nanos(attr.timeout());
        }
        if ((mask & QpAttrMask.RETRY_CNT) != 0) {
            context.retryCount = attr.retryCnt();
        }
        if ((mask & QpAttrMask.RNR_RETRY) != 0) {
            context.rnrRetryCount = attr.rnrRetry();
        }
        if ((mask & QpAttrMask.MIN_RNR_TIMER) != 0) {
            context.minRnrTimer = attr.minRnrTimer();
        }
        if ((mask & QpAttrMask.MAX_QP_RD_ATOMIC) != 0) {
            context.maxReadAtomic = attr.maxRdAtomic();
        }
        if ((mask & QpAttrMask.MAX_DEST_RD_ATOMIC) != 0) {
            context.maxDestReadAtomic = attr.maxDestRdAtomic();
        }
        if ((mask & QpAttrMask.RATE_LIMIT) != 0) {
            context.rateLimit = attr.rateLimit() * 1000L;
        }
    }
}
