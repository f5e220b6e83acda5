package org.urdma4j.rdmacore;

import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.VerbsException;

/**
 * What programs say of the URDMA profile to a device that hasn't it. An offer comes to standard
 * RoCE, as with a peer that makes none; who insists on what the profile alone has is refused.
 */
final class UrdmaRequests {
    private static final int OFFERS = QpAttrMask.URDMA_OFFER | QpAttrMask.URDMA_PEER_OFFER;

    /** What {@code ibv_modify_qp} doesn't know. */
    static final int MASK = OFFERS | QpAttrMask.URDMA_TUNING;

    private UrdmaRequests() {}

    /**
     * Checks the attributes of a queue pair: two offers that come to the profile have its peer
     * speak it.
     *
     * @throws VerbsException with EOPNOTSUPP, if they insist
     */
    static void check(QpAttr attr, int mask) {
        if ((mask & OFFERS) == OFFERS && attr.urdmaOffer().agreesWith(attr.urdmaPeerOffer())) {
            throw refusal(
                    "this device speaks no URDMA, which two offers of a version come to; leave them"
                            + " out at both ends for standard RoCE");
        }
        if ((mask & QpAttrMask.URDMA_TUNING) != 0) {
            check(attr.urdmaTuning());
        }
    }

    /**
     * Checks a tuning. How long a silent peer is waited for, a rate to begin at and other measures
     * of the profile mean nothing without it; what it was chosen for is missed.
     *
     * @param tuning null for none
     * @throws VerbsException with EOPNOTSUPP, if it insists
     */
    static void check(UrdmaTuning tuning) {
        if (tuning == null) {
            return;
        }
        UrdmaTuning usual = UrdmaTuning.DEFAULT;
        CongestionControlType control = tuning.congestionControl();
        checkNone(control != usual.congestionControl(), "congestion control " + control);
        checkNone(!tuning.fec().equals(usual.fec()), "error correction " + tuning.fec());
        checkNone(tuning.paths().enabled(), "several paths");
        checkNone(tuning.grantRate() != usual.grantRate(), "grants");
        checkNone(tuning.weight() != usual.weight(), "a weight of " + tuning.weight());
        checkNone(!tuning.paperRules().equals(usual.paperRules()), "rules of its paper");
    }

    private static void checkNone(boolean wanted, String what) {
        if (wanted) {
            throw refusal(
                    "this device speaks no URDMA, which %s needs; leave it out for RoCE"
                            .formatted(what));
        }
    }

    private static VerbsException refusal(String sentence) {
        return new VerbsException(Errno.EOPNOTSUPP, sentence);
    }
}
