package org.urdma4j.codec.cm;

import org.urdma4j.codec.mad.MadField;
import org.urdma4j.codec.mad.MadRange;

import java.util.List;

/** SIDR_REP: answers a {@link SidrReq} (IBTA volume 1, table 120). */
public final class SidrRep {
    /** Status: the queue pair is valid. */
    public static final int VALID = 0;

    /** Status: nobody offers the service. */
    public static final int UNKNOWN_SERVICE = 1;

    /** Status: the service refuses. */
    public static final int REJECTED = 2;

    /** Status: there is no queue pair to be had. */
    public static final int NO_QP = 3;

    /** Status: the information tells whom to ask instead. */
    public static final int REDIRECT = 4;

    /** Status: the class version is not spoken. */
    public static final int UNSUPPORTED_VERSION = 5;

    public static final MadField REQUEST_ID = Layout.field("request ID", 0, 32);

    /** {@link #VALID} or why there is no queue pair: 1 to 5. */
    public static final MadField STATUS = Layout.field("status", 4, 8);

    /** Bytes of {@link #INFO} that mean something. */
    public static final MadField INFO_LENGTH = Layout.field("additional information length", 5, 8);

    public static final MadField QPN = Layout.field("QPN", 8, 24);
    public static final MadField SERVICE_ID = Layout.field("service ID", 12, 64);
    public static final MadField Q_KEY = Layout.field("Q_Key", 20, 32);

    /** Depends on the reason or status. */
    public static final MadRange INFO = Layout.range("additional information", 24, 72);

    /** The rest of the datagram, for the applications. */
    public static final MadRange PRIVATE_DATA = Layout.privateData(96);

    static final List<MadField> FIELDS =
            List.of(REQUEST_ID, STATUS, INFO_LENGTH, QPN, SERVICE_ID, Q_KEY);

    private SidrRep() {}
}
