package org.urdma4j.codec.cm;

import org.urdma4j.codec.mad.Mad;
import org.urdma4j.codec.mad.MadField;
import org.urdma4j.codec.mad.MadRange;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * The messages of the connection manager that are spoken here, with their attribute IDs. LAP and
 * APR, which move a connection to another path, are not.
 */
// The lists are immutable, and so is what they hold.
@SuppressWarnings("ImmutableEnumChecker")
public enum CmMessage {
    REQ(0x0010, CmReq.FIELDS, List.of(), CmReq.PRIVATE_DATA),
    MRA(0x0011, CmMra.FIELDS, List.of(), CmMra.PRIVATE_DATA),
    REJ(0x0012, CmRej.FIELDS, List.of(CmRej.INFO), CmRej.PRIVATE_DATA),
    REP(0x0013, CmRep.FIELDS, List.of(), CmRep.PRIVATE_DATA),
    RTU(0x0014, CmRtu.FIELDS, List.of(), CmRtu.PRIVATE_DATA),
    DREQ(0x0015, CmDreq.FIELDS, List.of(), CmDreq.PRIVATE_DATA),
    DREP(0x0016, CmDrep.FIELDS, List.of(), CmDrep.PRIVATE_DATA),
    SIDR_REQ(0x0017, SidrReq.FIELDS, List.of(), SidrReq.PRIVATE_DATA),
    SIDR_REP(0x0018, SidrRep.FIELDS, List.of(SidrRep.INFO), SidrRep.PRIVATE_DATA);

    /** The management class of the connection manager. */
    public static final int MANAGEMENT_CLASS = 0x07;

    /** The class version of all these messages. */
    public static final int CLASS_VERSION = 2;

    private static final CmMessage[] MESSAGES = values();

    private final int attributeId;
    private final List<MadField> fields;
    private final List<MadRange> ranges;
    private final MadRange privateData;

    CmMessage(int attributeId, List<MadField> fields, List<MadRange> ranges, MadRange privateData) {
        this.attributeId = attributeId;
        this.fields = fields;
        this.ranges = ranges;
        this.privateData = privateData;
    }

    /** Returns the number by which the header of the datagram names the message. */
    public int attributeId() {
        return attributeId;
    }

    /** Returns every number that the message has, in the order of their places. */
    public List<MadField> fields() {
        return fields;
    }

    /** Returns the bytes of the message that are neither numbers nor private data. */
    public List<MadRange> ranges() {
        return ranges;
    }

    /** Returns the bytes that belong to the applications. */
    public MadRange privateData() {
        return privateData;
    }

    /** Writes a message whose fields are all zero: {@link Mad#LENGTH} bytes. */
    public void write(ByteBuffer b, int at, long transactionId) {
        Mad.write(b, at, MANAGEMENT_CLASS, CLASS_VERSION, transactionId, attributeId);
    }

    /**
     * Tells whether the {@code length} bytes at {@code at} are a message of this class; never
     * throws.
     */
    public static CmStatus status(ByteBuffer b, int at, int length) {
        if (length < Mad.LENGTH || at < 0 || at > b.limit() - Mad.LENGTH) {
            return CmStatus.TOO_SHORT;
        }
        if (Mad.baseVersion(b, at) != Mad.BASE_VERSION
                || Mad.managementClass(b, at) != MANAGEMENT_CLASS
                || Mad.method(b, at) != Mad.SEND) {
            return CmStatus.OTHER_CLASS;
        }
        if (Mad.classVersion(b, at) != CLASS_VERSION) {
            return CmStatus.BAD_VERSION;
        }
        int index = Mad.attributeId(b, at) - MESSAGES[0].attributeId;
        return index < 0 || index >= MESSAGES.length ? CmStatus.UNKNOWN_ATTRIBUTE : CmStatus.OK;
    }

    /**
     * Returns which message stands at {@code at}.
     *
     * @throws IllegalArgumentException if {@link #status} isn't {@code OK}
     */
    public static CmMessage of(ByteBuffer b, int at) {
        CmStatus status = status(b, at, Mad.LENGTH);
        if (status != CmStatus.OK) {
            throw new IllegalArgumentException("no message of the connection manager: " + status);
        }
        return MESSAGES[Mad.attributeId(b, at) - MESSAGES[0].attributeId];
    }

    /** Returns every field of the message at {@code at} in words. */
    public static String toString(ByteBuffer b, int at) {
        CmMessage message = of(b, at);
        StringBuilder text = new StringBuilder(message.name()).append('{');
        text.append("tid=0x%016x".formatted(Mad.transactionId(b, at)));
        for (MadField field : message.fields) {
            text.append(", ").append(field.name()).append("=0x");
            text.append(Long.toHexString(field.get(b, at)));
        }
        return text.append('}').toString();
    }
}
