package org.urdma4j.codec.cm;

import org.urdma4j.codec.mad.MadField;
import org.urdma4j.codec.mad.MadRange;

import java.util.List;

/** DREP: answers a {@link CmDreq} (IBTA volume 1, table 113). */
public final class CmDrep {
    public static final MadField LOCAL_COMM_ID = Layout.field("local communication ID", 0, 32);
    public static final MadField REMOTE_COMM_ID = Layout.field("remote communication ID", 4, 32);

    /** The rest of the datagram, for the applications. */
    public static final MadRange PRIVATE_DATA = Layout.privateData(8);

    static final List<MadField> FIELDS = List.of(LOCAL_COMM_ID, REMOTE_COMM_ID);

    private CmDrep() {}
}
