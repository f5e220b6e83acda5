package org.urdma4j.transport.qp;

import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;

/** URDMA if both ends offered the same version of it, otherwise standard RoCE. */
final class ProfileChoice {
    private final QpContext context;
    private final ProfileFactory profiles;
    private final Runnable toError;

    /**
     * @param toError moves the queue pair to the error state and flushes it
     */
    ProfileChoice(QpContext context, ProfileFactory profiles, Runnable toError) {
        this.context = context;
        this.profiles = profiles;
        this.toError = toError;
    }

    /** Makes what it speaks from the beginning, and after RESET. */
    Profile standard() {
        return profiles.standard(context, toError);
    }

    /** Returns whether the attributes of the move to RTR come to URDMA. */
    static boolean isUrdma(QpAttr attr, int mask) {
        int offers = QpAttrMask.URDMA_OFFER | QpAttrMask.URDMA_PEER_OFFER;
        return (mask & offers) == offers && attr.urdmaOffer().agreesWith(attr.urdmaPeerOffer());
    }

    /** Returns the settings in the attributes of the move to RTR. */
    static UrdmaTuning tuning(QpAttr attr, int mask) {
        return (mask & QpAttrMask.URDMA_TUNING) != 0 ? attr.urdmaTuning() : UrdmaTuning.DEFAULT;
    }

    /**
     * Makes what it speaks from the move to RTR on.
     *
     * @param present is kept if that is standard RoCE
     */
    Profile choose(QpAttr attr, int mask, Profile present) {
        UrdmaTuning tuning = tuning(attr, mask);
        if (!isUrdma(attr, mask)) {
            context.pacer().control(RateControllers.unreported(tuning));
            allowMarks(tuning, false);
            return present;
        }
        context.forgetPacer(); // congestion control of URDMA has its own
        UrdmaOffer theirs = attr.urdmaPeerOffer();
        allowMarks(tuning, (theirs.features() & UrdmaOffer.FEATURE_MARKS_SEEN) != 0);
        return profiles.urdma(context, attr.urdmaOffer(), theirs, tuning, toError);
    }

    private void allowMarks(UrdmaTuning tuning, boolean reported) {
        context.allowsMarks = RateControllers.heedsMarks(tuning, reported);
        if (context.allowsMarks) {
            context.route.allowMarks();
        }
    }
}
