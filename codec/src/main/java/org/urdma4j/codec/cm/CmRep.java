package org.urdma4j.codec.cm;

import org.urdma4j.codec.mad.MadField;
import org.urdma4j.codec.mad.MadRange;

import java.util.List;

/** REP: accepts a connection (IBTA volume 1, table 110). */
public final class CmRep {
    public static final MadField LOCAL_COMM_ID = Layout.field("local communication ID", 0, 32);
    public static final MadField REMOTE_COMM_ID = Layout.field("remote communication ID", 4, 32);
    public static final MadField LOCAL_Q_KEY = Layout.field("local Q_Key", 8, 32);
    public static final MadField LOCAL_QPN = Layout.field("local QPN", 12, 24);
    public static final MadField LOCAL_EECN = Layout.field("local EE context number", 16, 24);

    /** First sequence number that the sender expects: the peer starts with it. */
    public static final MadField STARTING_PSN = Layout.field("starting PSN", 20, 24);

    /** READs and atomics that the sender can answer at a time. */
    public static final MadField RESPONDER_RESOURCES = Layout.field("responder resources", 24, 8);

    /** READs and atomics that the sender would have outstanding. */
    public static final MadField INITIATOR_DEPTH = Layout.field("initiator depth", 25, 8);

    /** How late the sender acknowledges, as in {@link org.urdma4j.codec.ib.AckTimeout}. */
    public static final MadField TARGET_ACK_DELAY = Layout.field("target ACK delay", 26, 5);

    public static final MadField FAILOVER_ACCEPTED = Layout.field("failover accepted", 26, 5, 2);
    public static final MadField END_TO_END_FLOW_CONTROL =
            Layout.field("end-to-end flow control", 26, 7, 1);

    /** For the queue pair of the receiver. */
    public static final MadField RNR_RETRY_COUNT = Layout.field("RNR retry count", 27, 3);

    public static final MadField SRQ = Layout.field("SRQ", 27, 3, 1);
    public static final MadField LOCAL_CA_GUID = Layout.field("local CA GUID", 28, 64);

    /** The rest of the datagram, for the applications. */
    public static final MadRange PRIVATE_DATA = Layout.privateData(36);

    static final List<MadField> FIELDS =
            List.of(
                    LOCAL_COMM_ID,
                    REMOTE_COMM_ID,
                    LOCAL_Q_KEY,
                    LOCAL_QPN,
                    LOCAL_EECN,
                    STARTING_PSN,
                    RESPONDER_RESOURCES,
                    INITIATOR_DEPTH,
                    TARGET_ACK_DELAY,
                    FAILOVER_ACCEPTED,
                    END_TO_END_FLOW_CONTROL,
                    RNR_RETRY_COUNT,
                    SRQ,
                    LOCAL_CA_GUID);

    private CmRep() {}
}
