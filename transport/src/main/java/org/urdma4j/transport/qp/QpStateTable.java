package org.urdma4j.transport.qp;

import static org.urdma4j.verbs.QpAttrMask.ACCESS_FLAGS;
import static org.urdma4j.verbs.QpAttrMask.ALT_PATH;
import static org.urdma4j.verbs.QpAttrMask.AV;
import static org.urdma4j.verbs.QpAttrMask.CUR_STATE;
import static org.urdma4j.verbs.QpAttrMask.DEST_QPN;
import static org.urdma4j.verbs.QpAttrMask.EN_SQD_ASYNC_NOTIFY;
import static org.urdma4j.verbs.QpAttrMask.MAX_DEST_RD_ATOMIC;
import static org.urdma4j.verbs.QpAttrMask.MAX_QP_RD_ATOMIC;
import static org.urdma4j.verbs.QpAttrMask.MIN_RNR_TIMER;
import static org.urdma4j.verbs.QpAttrMask.PATH_MIG_STATE;
import static org.urdma4j.verbs.QpAttrMask.PATH_MTU;
import static org.urdma4j.verbs.QpAttrMask.PKEY_INDEX;
import static org.urdma4j.verbs.QpAttrMask.PORT;
import static org.urdma4j.verbs.QpAttrMask.QKEY;
import static org.urdma4j.verbs.QpAttrMask.RATE_LIMIT;
import static org.urdma4j.verbs.QpAttrMask.RETRY_CNT;
import static org.urdma4j.verbs.QpAttrMask.RNR_RETRY;
import static org.urdma4j.verbs.QpAttrMask.RQ_PSN;
import static org.urdma4j.verbs.QpAttrMask.SQ_PSN;
import static org.urdma4j.verbs.QpAttrMask.STATE;
import static org.urdma4j.verbs.QpAttrMask.TIMEOUT;
import static org.urdma4j.verbs.QpAttrMask.URDMA_OFFER;
import static org.urdma4j.verbs.QpAttrMask.URDMA_PEER_OFFER;
import static org.urdma4j.verbs.QpAttrMask.URDMA_TUNING;
import static org.urdma4j.verbs.QpState.ERR;
import static org.urdma4j.verbs.QpState.INIT;
import static org.urdma4j.verbs.QpState.RESET;
import static org.urdma4j.verbs.QpState.RTR;
import static org.urdma4j.verbs.QpState.RTS;
import static org.urdma4j.verbs.QpState.SQD;
import static org.urdma4j.verbs.QpState.SQE;
import static org.urdma4j.verbs.QpType.RAW_PACKET;
import static org.urdma4j.verbs.QpType.RC;
import static org.urdma4j.verbs.QpType.UC;
import static org.urdma4j.verbs.QpType.UD;

import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;

import java.util.ArrayList;
import java.util.List;

/**
 * The queue pair state machine as a table: which moves exist, and which attributes each needs and
 * takes. A move is legal when {@code required ⊆ mask ⊆ required ∪ optional ∪ {STATE}}; otherwise
 * modify fails with EINVAL and nothing changes. See ibv_modify_qp(3) and IBTA 1.4 §10.3.1.
 */
public final class QpStateTable {
    /**
     * One legal move.
     *
     * @param required mask bits besides STATE that must be given
     * @param optional mask bits that may be given
     */
    public record Move(QpType type, QpState from, QpState to, int required, int optional) {}

    private static final int PATH = ALT_PATH | PATH_MIG_STATE;

    /** No attributes of libibverbs: they choose the profile, before the first packet. */
    private static final int URDMA = URDMA_OFFER | URDMA_PEER_OFFER | URDMA_TUNING;

    private static final List<Move> MOVES = moves();

    private QpStateTable() {}

    private static List<Move> moves() {
        List<Move> moves = new ArrayList<>();
        for (QpType type : List.of(RC, UC, UD, RAW_PACKET)) {
            for (QpState state : List.of(RESET, INIT, RTR, RTS, SQD, SQE, ERR)) {
                moves.add(new Move(type, state, RESET, 0, 0));
                if (state != RESET) {
                    moves.add(new Move(type, state, ERR, 0, 0));
                }
            }
        }
        addReliable(moves);
        addUnreliable(moves);
        addDatagram(moves);
        addRawPacket(moves);
        return List.copyOf(moves);
    }

    private static void addReliable(List<Move> moves) {
        int init = PKEY_INDEX | PORT | ACCESS_FLAGS;
        int live = CUR_STATE | ACCESS_FLAGS | PATH | MIN_RNR_TIMER | RATE_LIMIT;
        moves.add(new Move(RC, RESET, INIT, init, 0));
        moves.add(new Move(RC, INIT, INIT, 0, init));
        moves.add(
                new Move(
                        RC,
                        INIT,
                        RTR,
                        AV | PATH_MTU | DEST_QPN | RQ_PSN | MAX_DEST_RD_ATOMIC | MIN_RNR_TIMER,
                        ALT_PATH | ACCESS_FLAGS | PKEY_INDEX | URDMA));
        moves.add(
                new Move(
                        RC,
                        RTR,
                        RTS,
                        SQ_PSN | TIMEOUT | RETRY_CNT | RNR_RETRY | MAX_QP_RD_ATOMIC,
                        live));
        moves.add(new Move(RC, RTS, RTS, 0, live));
        moves.add(new Move(RC, RTS, SQD, 0, EN_SQD_ASYNC_NOTIFY));
        moves.add(new Move(RC, SQD, RTS, 0, live));
        moves.add(
                new Move(
                        RC,
                        SQD,
                        SQD,
                        0,
                        PORT
                                | AV
                                | TIMEOUT
                                | RETRY_CNT
                                | RNR_RETRY
                                | MAX_QP_RD_ATOMIC
                                | MAX_DEST_RD_ATOMIC
                                | ACCESS_FLAGS
                                | PKEY_INDEX
                                | MIN_RNR_TIMER
                                | PATH));
    }

    private static void addUnreliable(List<Move> moves) {
        int init = PKEY_INDEX | PORT | ACCESS_FLAGS;
        int live = CUR_STATE | ACCESS_FLAGS | PATH | RATE_LIMIT;
        moves.add(new Move(UC, RESET, INIT, init, 0));
        moves.add(new Move(UC, INIT, INIT, 0, init));
        moves.add(
                new Move(
                        UC,
                        INIT,
                        RTR,
                        AV | PATH_MTU | DEST_QPN | RQ_PSN,
                        ALT_PATH | ACCESS_FLAGS | PKEY_INDEX | URDMA_TUNING));
        moves.add(new Move(UC, RTR, RTS, SQ_PSN, live));
        moves.add(new Move(UC, RTS, RTS, 0, live));
        moves.add(new Move(UC, RTS, SQD, 0, EN_SQD_ASYNC_NOTIFY));
        moves.add(new Move(UC, SQD, RTS, 0, live));
        moves.add(new Move(UC, SQD, SQD, 0, AV | ACCESS_FLAGS | PKEY_INDEX | PATH));
        moves.add(new Move(UC, SQE, RTS, 0, CUR_STATE | ACCESS_FLAGS));
    }

    private static void addDatagram(List<Move> moves) {
        int init = PKEY_INDEX | PORT | QKEY;
        moves.add(new Move(UD, RESET, INIT, init, 0));
        moves.add(new Move(UD, INIT, INIT, 0, init));
        moves.add(new Move(UD, INIT, RTR, 0, PKEY_INDEX | QKEY));
        moves.add(new Move(UD, RTR, RTS, SQ_PSN, CUR_STATE | QKEY | RATE_LIMIT));
        moves.add(new Move(UD, RTS, RTS, 0, CUR_STATE | QKEY | RATE_LIMIT));
        moves.add(new Move(UD, RTS, SQD, 0, EN_SQD_ASYNC_NOTIFY));
        moves.add(new Move(UD, SQD, RTS, 0, CUR_STATE | QKEY | RATE_LIMIT));
        moves.add(new Move(UD, SQD, SQD, 0, PKEY_INDEX | QKEY));
        moves.add(new Move(UD, SQE, RTS, 0, CUR_STATE | QKEY));
    }

    /** It has no peer, so there is next to nothing to be said. */
    private static void addRawPacket(List<Move> moves) {
        moves.add(new Move(RAW_PACKET, RESET, INIT, PORT, 0));
        moves.add(new Move(RAW_PACKET, INIT, INIT, 0, 0));
        moves.add(new Move(RAW_PACKET, INIT, RTR, 0, 0));
        moves.add(new Move(RAW_PACKET, RTR, RTS, 0, RATE_LIMIT));
        moves.add(new Move(RAW_PACKET, RTS, RTS, 0, RATE_LIMIT));
        moves.add(new Move(RAW_PACKET, RTS, SQD, 0, EN_SQD_ASYNC_NOTIFY));
        moves.add(new Move(RAW_PACKET, SQD, RTS, 0, RATE_LIMIT));
        moves.add(new Move(RAW_PACKET, SQD, SQD, 0, 0));
        moves.add(new Move(RAW_PACKET, SQE, RTS, 0, 0));
    }

    /** Returns every legal move. */
    public static List<Move> all() {
        return MOVES;
    }

    /**
     * Tells why a move is illegal.
     *
     * @return null if it is legal, otherwise what is wrong, in words
     */
    public static String objection(QpType type, QpState from, QpState to, int mask) {
        for (Move move : MOVES) {
            if (move.type() == type && move.from() == from && move.to() == to) {
                return objection(move, mask);
            }
        }
        return "a %s queue pair can't move from %s to %s".formatted(type, from, to);
    }

    private static String objection(Move move, int mask) {
        String name = "%s to %s".formatted(move.from(), move.to());
        int missing = move.required() & ~mask;
        if (missing != 0) {
            return "%s needs %s as well".formatted(name, QpAttrMask.toString(missing));
        }
        int extra = mask & ~(move.required() | move.optional() | STATE);
        if (extra != 0) {
            return "%s does not take %s".formatted(name, QpAttrMask.toString(extra));
        }
        return null;
    }
}
