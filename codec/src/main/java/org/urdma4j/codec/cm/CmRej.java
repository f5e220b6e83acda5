package org.urdma4j.codec.cm;

import org.urdma4j.codec.mad.MadField;
import org.urdma4j.codec.mad.MadRange;

import java.util.List;

/** REJ: refuses a connection, or ends one that is being made (IBTA volume 1, table 108). */
public final class CmRej {
    /** What is refused: a REQ. */
    public static final int REQ = 0;

    /** What is refused: a REP. */
    public static final int REP = 1;

    /** No message is refused; the sender gave up. */
    public static final int OTHER = 2;

    /** 0 when the sender keeps nothing. */
    public static final MadField LOCAL_COMM_ID = Layout.field("local communication ID", 0, 32);

    public static final MadField REMOTE_COMM_ID = Layout.field("remote communication ID", 4, 32);

    /** {@link #REQ}, {@link #REP} or {@link #OTHER}. */
    public static final MadField MESSAGE = Layout.field("message rejected", 8, 2);

    /** Bytes of {@link #INFO} that mean something. */
    public static final MadField INFO_LENGTH = Layout.field("reject info length", 9, 7);

    /** A code of {@link RejectReason}. */
    public static final MadField REASON = Layout.field("reason", 10, 16);

    /** Depends on the reason or status. */
    public static final MadRange INFO = Layout.range("additional reject information", 12, 72);

    /** The rest of the datagram, for the applications. */
    public static final MadRange PRIVATE_DATA = Layout.privateData(84);

    static final List<MadField> FIELDS =
            List.of(LOCAL_COMM_ID, REMOTE_COMM_ID, MESSAGE, INFO_LENGTH, REASON);

    private CmRej() {}
}
