package org.urdma4j.codec.cm;

import org.urdma4j.codec.mad.MadField;
import org.urdma4j.codec.mad.MadRange;

import java.util.List;

/** MRA: asks for more time to answer (IBTA volume 1, table 107). */
public final class CmMra {
    /** What is being worked on: a REQ. */
    public static final int REQ = 0;

    /** What is being worked on: a REP. */
    public static final int REP = 1;

    public static final MadField LOCAL_COMM_ID = Layout.field("local communication ID", 0, 32);
    public static final MadField REMOTE_COMM_ID = Layout.field("remote communication ID", 4, 32);

    /** {@link #REQ} or {@link #REP}. */
    public static final MadField MESSAGE = Layout.field("message MRAed", 8, 2);

    /** The time asked for, as in {@link org.urdma4j.codec.ib.AckTimeout}. */
    public static final MadField SERVICE_TIMEOUT = Layout.field("service timeout", 9, 5);

    /** The rest of the datagram, for the applications. */
    public static final MadRange PRIVATE_DATA = Layout.privateData(10);

    static final List<MadField> FIELDS =
            List.of(LOCAL_COMM_ID, REMOTE_COMM_ID, MESSAGE, SERVICE_TIMEOUT);

    private CmMra() {}
}
