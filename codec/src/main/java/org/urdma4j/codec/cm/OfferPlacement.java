package org.urdma4j.codec.cm;

import org.urdma4j.codec.mad.MadRange;
import org.urdma4j.codec.urdma.OfferRecord;
import org.urdma4j.codec.urdma.OfferStatus;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Application data and the URDMA offer in the private data of a message. The offer takes the last
 * 24 bytes of what belongs to the application; an application that needs those has no offer, and
 * the connection is of the Standard profile. An application whose own data ends in what reads as an
 * offer would lose it: magic, version and a 16-bit check say so.
 */
public enum OfferPlacement {
    /** In REQ of port space TCP: 56 bytes behind the {@link IpCmHeader}. */
    REQ(CmReq.PRIVATE_DATA, IpCmHeader.LENGTH),
    /** In REP: all 196 bytes. */
    REP(CmRep.PRIVATE_DATA, 0);

    private final int offset;
    private final int room;

    OfferPlacement(MadRange privateData, int taken) {
        offset = privateData.offset() + taken;
        room = privateData.length() - taken;
    }

    /** Returns the bytes that an application has when there is no offer. */
    public int room() {
        return room;
    }

    /** Returns the bytes that an application has beside an offer. */
    public int roomBesideOffer() {
        return room - OfferRecord.LENGTH;
    }

    /**
     * Writes application data, zeros, and the offer where there is room for it.
     *
     * @param offer null for none
     * @return whether the offer was written
     * @throws IllegalArgumentException if there is more data than {@link #room}
     */
    public boolean write(ByteBuffer b, int mad, PrivateData data, OfferRecord offer) {
        new MadRange("application data", offset, room).set(b, mad, data.bytes());
        if (offer == null || data.length() > roomBesideOffer()) {
            return false;
        }
        offer.encode(b.duplicate().position(offerAt(mad)));
        return true;
    }

    /** Returns the offer, or null where there is none that is understood. */
    public OfferRecord offer(ByteBuffer b, int mad) {
        return OfferRecord.decode(b, offerAt(mad));
    }

    /** Returns the application's bytes, without the offer, be it understood or not. */
    public PrivateData data(ByteBuffer b, int mad) {
        byte[] bytes = new MadRange("application data", offset, room).get(b, mad);
        OfferStatus status = OfferRecord.status(b, offerAt(mad));
        boolean none = status == OfferStatus.ABSENT || status == OfferStatus.DAMAGED;
        return PrivateData.of(none ? bytes : Arrays.copyOf(bytes, roomBesideOffer()));
    }

    private int offerAt(int mad) {
        return mad + offset + roomBesideOffer();
    }
}
