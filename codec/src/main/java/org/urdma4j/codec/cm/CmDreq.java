package org.urdma4j.codec.cm;

import org.urdma4j.codec.mad.MadField;
import org.urdma4j.codec.mad.MadRange;

import java.util.List;

/** DREQ: ends a connection (IBTA volume 1, table 112). */
public final class CmDreq {
    public static final MadField LOCAL_COMM_ID = Layout.field("local communication ID", 0, 32);
    public static final MadField REMOTE_COMM_ID = Layout.field("remote communication ID", 4, 32);
    public static final MadField REMOTE_QPN = Layout.field("remote QPN/EECN", 8, 24);

    /** The rest of the datagram, for the applications. */
    public static final MadRange PRIVATE_DATA = Layout.privateData(12);

    static final List<MadField> FIELDS = List.of(LOCAL_COMM_ID, REMOTE_COMM_ID, REMOTE_QPN);

    private CmDreq() {}
}
