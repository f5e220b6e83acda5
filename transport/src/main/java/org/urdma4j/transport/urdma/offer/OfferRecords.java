package org.urdma4j.transport.urdma.offer;

import org.urdma4j.codec.urdma.OfferRecord;
import org.urdma4j.codec.urdma.OfferStatus;
import org.urdma4j.verbs.UrdmaOffer;

import java.nio.ByteBuffer;

/**
 * An offer as it travels when a connection is made: {@value OfferRecord#LENGTH} bytes at the tail
 * of private data. Programs that exchange queue pair numbers by themselves may exchange it too.
 */
public final class OfferRecords {
    private OfferRecords() {}

    /** Writes an offer at the buffer's position; a receive limit over 65,534 counts as none. */
    public static void encode(UrdmaOffer offer, ByteBuffer to) {
        boolean limited =
                offer.receiveLimit() >= 0 && offer.receiveLimit() < OfferRecord.NO_RECEIVE_LIMIT;
        new OfferRecord(
                        offer.features(),
                        offer.sackPackets(),
                        offer.sackIntervalMicros(),
                        offer.fecGroups(),
                        offer.payloadBytes(),
                        offer.verificationTag(),
                        limited ? offer.receiveLimit() : OfferRecord.NO_RECEIVE_LIMIT,
                        offer.referenceRate())
                .encode(to);
    }

    /**
     * Reads the offer at the buffer's position.
     *
     * @return null when there is none, or none that can be agreed on: then it is standard RoCE
     */
    public static UrdmaOffer decode(ByteBuffer from) {
        if (OfferRecord.status(from, from.position()) != OfferStatus.OK) {
            return null;
        }
        OfferRecord offer = OfferRecord.decode(from);
        int limit = offer.receiveLimit();
        try {
            return new UrdmaOffer(
                    OfferRecord.VERSION,
                    offer.features(),
                    offer.sackPackets(),
                    offer.sackIntervalMicros(),
                    offer.fecGroups(),
                    offer.payloadSize(),
                    offer.verificationTag(),
                    limit == OfferRecord.NO_RECEIVE_LIMIT ? UrdmaOffer.NO_LIMIT : limit,
                    offer.referenceRate());
        } catch (IllegalArgumentException e) {
            return null; // payload of a size that this implementation doesn't use
        }
    }
}
