package org.urdma4j.transport.cm;

import org.urdma4j.codec.cm.PrivateData;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.urdma.OfferRecord;

import java.util.Objects;

/**
 * What one end says of its own queue pair, be it this end or the peer.
 *
 * @param qpn its number, 24 bits
 * @param startingPsn the first sequence number that it expects, 24 bits: its own {@code rq_psn} and
 *     {@code sq_psn} of the other (IBTA 12.7)
 * @param responderResources READs and atomics that it answers at a time, 0 to 255: bounds {@code
 *     max_rd_atomic} of the other
 * @param initiatorDepth READs and atomics that it has outstanding at a time, 0 to 255: bounds
 *     {@code max_dest_rd_atomic} of the other
 * @param rnrRetryCount 0 to 7: the {@code rnr_retry} of the other
 * @param srq whether its receives come from a shared queue
 * @param data of the application; from the peer, with zeros behind what was sent
 * @param offer of the URDMA profile, null for none
 */
public record CmEndpoint(
        int qpn,
        int startingPsn,
        int responderResources,
        int initiatorDepth,
        int rnrRetryCount,
        boolean srq,
        PrivateData data,
        OfferRecord offer) {
    private static final int MAX_QPN = 0xff_ffff;
    private static final int MAX_RESOURCES = 0xff;
    private static final int MAX_RNR_RETRY = 7;

    public CmEndpoint {
        Objects.requireNonNull(data, "data");
        Limits.check("qpn", qpn, MAX_QPN);
        Limits.check("startingPsn", startingPsn, Psn.MASK);
        Limits.check("responderResources", responderResources, MAX_RESOURCES);
        Limits.check("initiatorDepth", initiatorDepth, MAX_RESOURCES);
        Limits.check("rnrRetryCount", rnrRetryCount, MAX_RNR_RETRY);
    }

    /** Returns a queue pair with one READ at a time and seven RNR retries, no data, no offer. */
    public static CmEndpoint of(int qpn, int startingPsn) {
        return new CmEndpoint(qpn, startingPsn, 1, 1, MAX_RNR_RETRY, false, PrivateData.NONE, null);
    }

    public CmEndpoint withData(PrivateData newData) {
        return new CmEndpoint(
                qpn,
                startingPsn,
                responderResources,
                initiatorDepth,
                rnrRetryCount,
                srq,
                newData,
                offer);
    }

    public CmEndpoint withOffer(OfferRecord newOffer) {
        return new CmEndpoint(
                qpn,
                startingPsn,
                responderResources,
                initiatorDepth,
                rnrRetryCount,
                srq,
                data,
                newOffer);
    }

    public CmEndpoint withReads(int answered, int outstanding) {
        return new CmEndpoint(
                qpn, startingPsn, answered, outstanding, rnrRetryCount, srq, data, offer);
    }
}
