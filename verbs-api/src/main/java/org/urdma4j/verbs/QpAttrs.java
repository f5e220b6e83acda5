package org.urdma4j.verbs;

/**
 * The three usual moves of a connected queue pair, RESET to INIT to RTR to RTS, with values that
 * are safe on long paths; and {@link #connect}, which makes all three. {@link #activate} makes
 * those of UD.
 */
public final class QpAttrs {
    /** 0.64 ms: {@link QpAttr#minRnrTimer()}. The tempting 0 would mean 655 ms. */
    public static final int MIN_RNR_TIMER = 12;

    /** 67 ms: {@link QpAttr#timeout()}. */
    public static final int TIMEOUT = 14;

    /** The most there is: {@link QpAttr#retryCnt()}. */
    public static final int RETRY_CNT = 7;

    /** Without limit: {@link QpAttr#rnrRetry()}. */
    public static final int RNR_RETRY = 7;

    /** READs and atomics outstanding each way: what every common network card can do. */
    public static final int RD_ATOMIC = 16;

    private static final int INIT_OPTIONS = QpAttrMask.PKEY_INDEX | QpAttrMask.ACCESS_FLAGS;
    private static final int RTR_OPTIONS =
            QpAttrMask.AV
                    | QpAttrMask.PATH_MTU
                    | QpAttrMask.MAX_DEST_RD_ATOMIC
                    | QpAttrMask.MIN_RNR_TIMER
                    | QpAttrMask.URDMA_OFFER
                    | QpAttrMask.URDMA_PEER_OFFER
                    | QpAttrMask.URDMA_TUNING;
    private static final int RTS_OPTIONS =
            QpAttrMask.TIMEOUT
                    | QpAttrMask.RETRY_CNT
                    | QpAttrMask.RNR_RETRY
                    | QpAttrMask.MAX_QP_RD_ATOMIC
                    | QpAttrMask.RATE_LIMIT;
    private static final int RC_ONLY =
            QpAttrMask.MAX_DEST_RD_ATOMIC
                    | QpAttrMask.MIN_RNR_TIMER
                    | QpAttrMask.TIMEOUT
                    | QpAttrMask.RETRY_CNT
                    | QpAttrMask.RNR_RETRY
                    | QpAttrMask.MAX_QP_RD_ATOMIC
                    | QpAttrMask.URDMA_OFFER
                    | QpAttrMask.URDMA_PEER_OFFER;

    private QpAttrs() {}

    /**
     * Returns the move RESET to INIT with P_Key index 0. RC and UC.
     *
     * @param portNum our port, from 1
     * @param qpAccessFlags what the peer may do: bits of {@link AccessFlags}
     */
    public static QpAttr init(int portNum, int qpAccessFlags) {
        return new QpAttr()
                .qpState(QpState.INIT)
                .pkeyIndex(0)
                .portNum(portNum)
                .qpAccessFlags(qpAccessFlags);
    }

    /** Returns the move INIT to RTR of an RC queue pair. */
    public static QpAttr rtr(QpEndpoint remote, AhAttr ahAttr, Mtu pathMtu) {
        return connected(remote, ahAttr, pathMtu)
                .maxDestRdAtomic(RD_ATOMIC)
                .minRnrTimer(MIN_RNR_TIMER);
    }

    /**
     * Returns the move RTR to RTS of an RC queue pair.
     *
     * @param sqPsn the first sequence number that we send, as the peer was told
     */
    public static QpAttr rts(int sqPsn) {
        return new QpAttr()
                .qpState(QpState.RTS)
                .sqPsn(sqPsn)
                .timeout(TIMEOUT)
                .retryCnt(RETRY_CNT)
                .rnrRetry(RNR_RETRY)
                .maxRdAtomic(RD_ATOMIC);
    }

    /**
     * Moves a queue pair from RESET to RTS, connected to {@code remote}. The GID table entry is the
     * one that holds {@code local}'s GID, for RoCEv2 if there are several; the path MTU is what the
     * port's link can carry. {@code options} overrides any of this and the constants above by what
     * was set in it: portNum, pkeyIndex, qpAccessFlags, ahAttr, pathMtu, maxDestRdAtomic,
     * minRnrTimer, timeout, retryCnt, rnrRetry, maxRdAtomic, rateLimit. Unless set there, the peer
     * has no access to memory, and both ends use {@link #RD_ATOMIC} or what the device can do.
     *
     * @param local our own end, as the peer was told
     * @param remote the peer's end, as it told us
     * @param options what shall differ; an empty {@link QpAttr} for nothing
     * @throws IllegalArgumentException if the queue pair is neither RC nor UC, or an option is none
     *     of those named (or not for UC)
     * @throws VerbsException if a move is refused (EINVAL when the queue pair is not in RESET), or
     *     {@code local}'s GID is not in the table of the port (ENOENT)
     */
    public static void connect(QueuePair qp, QpEndpoint local, QpEndpoint remote, QpAttr options) {
        boolean reliable = qp.qpType() == QpType.RC;
        checkConnectable(qp, options, reliable);
        Context context = qp.protectionDomain().context();
        boolean portSet = (options.mask() & QpAttrMask.PORT) != 0;
        int portNum = portSet ? options.portNum() : 1;
        AhAttr ahAttr =
                (options.mask() & QpAttrMask.AV) != 0
                        ? options.ahAttr()
                        : route(context, portNum, local.gid(), remote.gid());
        Mtu pathMtu = context.queryPort(portNum).activeMtu();
        QpAttr rtr = connected(remote, ahAttr, pathMtu);
        QpAttr rts = new QpAttr().qpState(QpState.RTS).sqPsn(local.psn());
        if (reliable) {
            DeviceAttr device = context.queryDevice();
            rtr = rtr(remote, ahAttr, pathMtu);
            rtr.maxDestRdAtomic(Math.min(RD_ATOMIC, device.maxQpRdAtom()));
            rts = rts(local.psn());
            rts.maxRdAtomic(Math.min(RD_ATOMIC, device.maxQpInitRdAtom()));
        }
        qp.modify(override(init(portNum, 0), options, INIT_OPTIONS));
        qp.modify(override(rtr, options, RTR_OPTIONS));
        qp.modify(override(rts, options, RTS_OPTIONS));
    }

    /**
     * Moves a UD queue pair from RESET to RTS, on port 1 with P_Key index 0.
     *
     * @param qkey the key that messages to it must name
     * @param sqPsn its first sequence number, 24 bits; any will do
     * @throws IllegalArgumentException if the queue pair isn't UD
     * @throws VerbsException with EINVAL if it is not in RESET
     */
    public static void activate(QueuePair qp, int qkey, int sqPsn) {
        if (qp.qpType() != QpType.UD) {
            throw new IllegalArgumentException(
                    "only UD queue pairs have a Q_Key, not " + qp.qpType());
        }
        qp.modify(new QpAttr().qpState(QpState.INIT).pkeyIndex(0).portNum(1).qkey(qkey));
        qp.modify(new QpAttr().qpState(QpState.RTR));
        qp.modify(new QpAttr().qpState(QpState.RTS).sqPsn(sqPsn));
    }

    /**
     * Moves a RAW_PACKET queue pair from RESET to RTS, on port 1.
     *
     * @throws VerbsException with EINVAL if it is of another type, or not in RESET
     */
    public static void activate(QueuePair qp) {
        qp.modify(new QpAttr().qpState(QpState.INIT).portNum(1));
        qp.modify(new QpAttr().qpState(QpState.RTR));
        qp.modify(new QpAttr().qpState(QpState.RTS));
    }

    private static void checkConnectable(QueuePair qp, QpAttr options, boolean reliable) {
        if (!reliable && qp.qpType() != QpType.UC) {
            throw new IllegalArgumentException(
                    "only RC and UC queue pairs are connected, not " + qp.qpType());
        }
        int allowed = QpAttrMask.PORT | INIT_OPTIONS | RTR_OPTIONS | RTS_OPTIONS;
        int extra = options.mask() & ~(reliable ? allowed : allowed & ~RC_ONLY);
        if (extra != 0) {
            throw new IllegalArgumentException(
                    "not an option of connecting %s: %s"
                            .formatted(qp.qpType(), QpAttrMask.toString(extra)));
        }
    }

    private static QpAttr connected(QpEndpoint remote, AhAttr ahAttr, Mtu pathMtu) {
        return new QpAttr()
                .qpState(QpState.RTR)
                .ahAttr(ahAttr)
                .pathMtu(pathMtu)
                .destQpNum(remote.qpn())
                .rqPsn(remote.psn());
    }

    private static QpAttr override(QpAttr attr, QpAttr options, int which) {
        return attr.copyFrom(options, options.mask() & which);
    }

    private static AhAttr route(Context context, int portNum, Gid local, Gid remote) {
        GidEntry found = null;
        for (GidEntry entry : context.queryGidTable()) {
            if (entry.portNum() == portNum
                    && entry.gid().equals(local)
                    && (found == null || entry.gidType() == GidType.ROCE_V2)) {
                found = entry;
            }
        }
        if (found == null) {
            throw new VerbsException(
                    Errno.ENOENT,
                    "%s is not in the GID table of port %d; queryGidTable() lists what is"
                            .formatted(local, portNum));
        }
        return new AhAttr(GlobalRoute.to(remote, found.gidIndex()), 0, portNum);
    }
}
