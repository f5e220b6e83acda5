package org.urdma4j.transport.jfr;

import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.stat.Statistics;
import org.urdma4j.verbs.QpStatistics;

/**
 * A queue pair at one moment.
 *
 * @param statistics what applications see of it
 * @param outstanding requests that were posted and haven't completed
 * @param unacknowledged the first sequence number that the peer hasn't acknowledged, 24 bits
 */
record Sample(QpStatistics statistics, int outstanding, int unacknowledged) {
    /** Takes one, on the event loop. */
    static Sample of(Qp qp) {
        return new Sample(Statistics.of(qp), qp.outstanding(), qp.path().unacknowledgedPsn());
    }
}
