package org.urdma4j.transport.qp;

import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;

/** Makes the profiles that a queue pair may speak. */
public interface ProfileFactory {
    /**
     * Makes what a queue pair speaks from the beginning: plain RoCE.
     *
     * @param toError moves the queue pair to the error state and flushes it
     * @throws IllegalArgumentException if there is none for this {@link QpType}
     */
    Profile standard(QpContext qp, Runnable toError);

    /**
     * Makes what it speaks when both ends have offered it.
     *
     * @param own offered by this end
     * @param peer offered by the other
     * @param toError moves the queue pair to the error state and flushes it
     */
    Profile urdma(
            QpContext qp, UrdmaOffer own, UrdmaOffer peer, UrdmaTuning tuning, Runnable toError);
}
