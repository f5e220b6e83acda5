package org.urdma4j.codec.cm;

import org.urdma4j.codec.mad.MadField;
import org.urdma4j.codec.mad.MadRange;

import java.util.List;

/** SIDR_REQ: asks for the queue pair behind a datagram service (IBTA volume 1, table 119). */
public final class SidrReq {
    public static final MadField REQUEST_ID = Layout.field("request ID", 0, 32);
    public static final MadField PARTITION_KEY = Layout.field("partition key", 4, 16);

    /** Which service is asked for, see {@link ServiceId}. */
    public static final MadField SERVICE_ID = Layout.field("service ID", 8, 64);

    /** The rest of the datagram, for the applications. */
    public static final MadRange PRIVATE_DATA = Layout.privateData(16);

    static final List<MadField> FIELDS = List.of(REQUEST_ID, PARTITION_KEY, SERVICE_ID);

    private SidrReq() {}
}
