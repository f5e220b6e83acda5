package org.urdma4j.codec.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.cm.CmReq;
import org.urdma4j.codec.cm.CmStatus;
import org.urdma4j.codec.cm.IpCmHeader;
import org.urdma4j.codec.cm.OfferPlacement;
import org.urdma4j.codec.cm.PortSpace;
import org.urdma4j.codec.cm.ServiceId;
import org.urdma4j.codec.mad.Mad;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** What must hold for any bytes that are read as a message of the connection manager. */
public final class CmInvariants {
    private CmInvariants() {}

    /** Checks a datagram of the stated length over the bytes of {@code b}. */
    public static void check(ByteBuffer b, int length) {
        for (int at : new int[] {-1, 0, 1, b.limit() - Mad.LENGTH, b.limit(), b.limit() + 1}) {
            if (CmMessage.status(b, at, length) == CmStatus.OK) {
                assertThat(length).isGreaterThanOrEqualTo(Mad.LENGTH);
                checkAccepted(b.slice(at, Mad.LENGTH));
            }
        }
    }

    private static void checkAccepted(ByteBuffer mad) {
        CmMessage message = CmMessage.of(mad, 0);
        assertThat(CmMessage.toString(mad, 0)).startsWith(message.name() + "{tid=0x");
        assertThat(Mad.toString(mad, 0)).startsWith("MAD{base=1 class=0x07 version=2");
        checkRebuilt(message, mad);
        if (message == CmMessage.REQ) {
            int at = CmReq.PRIVATE_DATA.offset();
            assertThat(IpCmHeader.ipVersion(mad, at)).isBetween(0, 15);
            assertThat(IpCmHeader.sourcePort(mad, at)).isBetween(0, 65_535);
            long service = CmReq.SERVICE_ID.get(mad, 0);
            if (ServiceId.isOf(PortSpace.TCP, service)) {
                int port = ServiceId.port(service);
                assertThat(ServiceId.of(PortSpace.TCP, port)).isEqualTo(service);
            }
            checkOffer(OfferPlacement.REQ, mad);
        } else if (message == CmMessage.REP) {
            checkOffer(OfferPlacement.REP, mad);
        }
    }

    private static void checkOffer(OfferPlacement place, ByteBuffer mad) {
        var offer = place.offer(mad, 0);
        var data = place.data(mad, 0);
        assertThat(data.length()).isIn(place.room(), place.roomBesideOffer());
        if (offer != null) {
            ByteBuffer again = ByteBuffer.allocate(Mad.LENGTH);
            assertThat(place.write(again, 0, data, offer)).isTrue();
            assertThat(place.offer(again, 0)).isEqualTo(offer);
            assertThat(place.data(again, 0)).isEqualTo(data);
        }
    }

    /** What was read, written again, differs in nothing but reserved bits. */
    private static void checkRebuilt(CmMessage message, ByteBuffer mad) {
        ByteBuffer again = ByteBuffer.allocate(Mad.LENGTH);
        ByteBuffer read = ByteBuffer.allocate(Mad.LENGTH);
        message.write(again, 0, Mad.transactionId(mad, 0));
        message.fields()
                .forEach(field -> {
                    field.set(again, 0, field.get(mad, 0));
                    field.set(read, 0, -1);
                });
        message.ranges()
                .forEach(range -> {
                    range.set(again, 0, range.get(mad, 0));
                    range.set(read, 0, ones(range.length()));
                });
        var data = message.privateData();
        data.set(again, 0, data.get(mad, 0));
        data.set(read, 0, ones(data.length()));
        for (int i = Mad.HEADER_LENGTH; i < Mad.LENGTH; i++) {
            assertThat(again.get(i)).isEqualTo((byte) (mad.get(i) & read.get(i)));
        }
    }

    private static byte[] ones(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) -1);
        return bytes;
    }
}
