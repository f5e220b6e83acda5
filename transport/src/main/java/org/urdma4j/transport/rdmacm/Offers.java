package org.urdma4j.transport.rdmacm;

import org.urdma4j.codec.cm.OfferPlacement;
import org.urdma4j.codec.urdma.OfferRecord;
import org.urdma4j.fec.FecMode;
import org.urdma4j.transport.urdma.offer.OfferRecords;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.ConnParam;

import java.nio.ByteBuffer;

/** What this end offers of the URDMA profile, and the form in which it goes along. */
final class Offers {
    private Offers() {}

    /**
     * Returns what {@code param} offers, null for nothing.
     *
     * @throws org.urdma4j.verbs.VerbsException with EINVAL if its tuning can't be
     */
    static UrdmaOffer of(ConnParam param, OfferPlacement placement, ConnectionService service) {
        boolean room = param.privateData().length <= placement.roomBesideOffer();
        if (!param.urdma() || !room) {
            return null;
        }
        checkTuning(param.urdmaTuning());
        UrdmaOffer offer = param.urdmaOffer() != null ? param.urdmaOffer() : usual(service);
        UrdmaTuning tuning = param.urdmaTuning();
        boolean grants = tuning != null && tuning.congestionControl().grants();
        int most = service.host.largestPayload(offer.fecWith(offer), offer.pathsWith(offer));
        return offer.toBuilder()
                .payloadBytes(Math.min(offer.payloadBytes(), most))
                .grants(grants || offer.grantsWith(offer))
                .marksSeen(service.port.seesMarks())
                .migration(service.port.knowsWaysBack())
                .verificationTag(service.random.nextInt())
                .build();
    }

    /** Said at once, not when the peer has answered. */
    private static void checkTuning(UrdmaTuning tuning) {
        if (tuning != null) {
            try {
                var _ = FecMode.parse(tuning.fec());
            } catch (IllegalArgumentException e) {
                throw new VerbsException(Errno.EINVAL, e.getMessage(), e);
            }
        }
    }

    private static UrdmaOffer usual(ConnectionService service) {
        return UrdmaOffer.builder().payloadBytes(service.payloadBytes).pathMtu(true).build();
    }

    static OfferRecord record(UrdmaOffer offer) {
        if (offer == null) {
            return null;
        }
        ByteBuffer b = ByteBuffer.allocate(OfferRecord.LENGTH);
        OfferRecords.encode(offer, b);
        return OfferRecord.decode(b.flip());
    }

    /** Returns what the peer offers, null for nothing that is understood. */
    static UrdmaOffer read(OfferRecord record) {
        if (record == null) {
            return null;
        }
        ByteBuffer b = ByteBuffer.allocate(OfferRecord.LENGTH);
        record.encode(b);
        return OfferRecords.decode(b.flip());
    }
}
