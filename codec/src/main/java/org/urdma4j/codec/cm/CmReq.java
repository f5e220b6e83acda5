package org.urdma4j.codec.cm;

import org.urdma4j.codec.mad.MadField;
import org.urdma4j.codec.mad.MadRange;

import java.util.List;

/** REQ: asks for a connection (IBTA volume 1, table 106). */
public final class CmReq {
    /** Transport service type: reliable connection. */
    public static final int RC = 0;

    /** Transport service type: unreliable connection. */
    public static final int UC = 1;

    public static final MadField LOCAL_COMM_ID = Layout.field("local communication ID", 0, 32);

    /** Which service is asked for, see {@link ServiceId}. */
    public static final MadField SERVICE_ID = Layout.field("service ID", 8, 64);

    public static final MadField LOCAL_CA_GUID = Layout.field("local CA GUID", 16, 64);
    public static final MadField LOCAL_Q_KEY = Layout.field("local Q_Key", 28, 32);
    public static final MadField LOCAL_QPN = Layout.field("local QPN", 32, 24);

    /** READs and atomics that the sender can answer at a time. */
    public static final MadField RESPONDER_RESOURCES = Layout.field("responder resources", 35, 8);

    public static final MadField LOCAL_EECN = Layout.field("local EECN", 36, 24);

    /** READs and atomics that the sender would have outstanding. */
    public static final MadField INITIATOR_DEPTH = Layout.field("initiator depth", 39, 8);

    public static final MadField REMOTE_EECN = Layout.field("remote EECN", 40, 24);

    /** How long the receiver has to answer, as in {@link org.urdma4j.codec.ib.AckTimeout}. */
    public static final MadField REMOTE_RESPONSE_TIMEOUT =
            Layout.field("remote CM response timeout", 43, 5);

    /** {@link #RC} or {@link #UC}; 2 is RD, 3 another in the extended type. */
    public static final MadField TRANSPORT_SERVICE =
            Layout.field("transport service type", 43, 5, 2);

    public static final MadField END_TO_END_FLOW_CONTROL =
            Layout.field("end-to-end flow control", 43, 7, 1);

    /** First sequence number that the sender expects: the peer starts with it. */
    public static final MadField STARTING_PSN = Layout.field("starting PSN", 44, 24);

    /** How long the sender takes to answer, as in {@link org.urdma4j.codec.ib.AckTimeout}. */
    public static final MadField LOCAL_RESPONSE_TIMEOUT =
            Layout.field("local CM response timeout", 47, 5);

    /** For the queue pair of the receiver. */
    public static final MadField RETRY_COUNT = Layout.field("retry count", 47, 5, 3);

    public static final MadField PARTITION_KEY = Layout.field("partition key", 48, 16);

    /** 1 to 5 for 256 to 4096 bytes. */
    public static final MadField PATH_MTU = Layout.field("path packet payload MTU", 50, 4);

    public static final MadField RDC_EXISTS = Layout.field("RDC exists", 50, 4, 1);

    /** For the queue pair of the receiver. */
    public static final MadField RNR_RETRY_COUNT = Layout.field("RNR retry count", 50, 5, 3);

    /** How often a message may be sent again. */
    public static final MadField MAX_CM_RETRIES = Layout.field("max CM retries", 51, 4);

    public static final MadField SRQ = Layout.field("SRQ", 51, 4, 1);
    public static final MadField EXTENDED_TRANSPORT =
            Layout.field("extended transport type", 51, 5, 3);
    public static final MadField PRIMARY_LOCAL_LID = Layout.field("primary local port LID", 52, 16);
    public static final MadField PRIMARY_REMOTE_LID =
            Layout.field("primary remote port LID", 54, 16);
    public static final MadField PRIMARY_LOCAL_GID_PREFIX =
            Layout.field("primary local port GID, prefix", 56, 64);
    public static final MadField PRIMARY_LOCAL_GID_INTERFACE =
            Layout.field("primary local port GID, interface", 64, 64);
    public static final MadField PRIMARY_REMOTE_GID_PREFIX =
            Layout.field("primary remote port GID, prefix", 72, 64);
    public static final MadField PRIMARY_REMOTE_GID_INTERFACE =
            Layout.field("primary remote port GID, interface", 80, 64);
    public static final MadField PRIMARY_FLOW_LABEL = Layout.field("primary flow label", 88, 20);
    public static final MadField PRIMARY_PACKET_RATE =
            Layout.field("primary packet rate", 91, 2, 6);
    public static final MadField PRIMARY_TRAFFIC_CLASS =
            Layout.field("primary traffic class", 92, 8);
    public static final MadField PRIMARY_HOP_LIMIT = Layout.field("primary hop limit", 93, 8);
    public static final MadField PRIMARY_SL = Layout.field("primary SL", 94, 4);
    public static final MadField PRIMARY_SUBNET_LOCAL =
            Layout.field("primary subnet local", 94, 4, 1);

    /** For the queue pair of the receiver, as in {@link org.urdma4j.codec.ib.AckTimeout}. */
    public static final MadField PRIMARY_ACK_TIMEOUT =
            Layout.field("primary local ACK timeout", 95, 5);

    public static final MadField ALTERNATE_LOCAL_LID =
            Layout.field("alternate local port LID", 96, 16);
    public static final MadField ALTERNATE_REMOTE_LID =
            Layout.field("alternate remote port LID", 98, 16);
    public static final MadField ALTERNATE_LOCAL_GID_PREFIX =
            Layout.field("alternate local port GID, prefix", 100, 64);
    public static final MadField ALTERNATE_LOCAL_GID_INTERFACE =
            Layout.field("alternate local port GID, interface", 108, 64);
    public static final MadField ALTERNATE_REMOTE_GID_PREFIX =
            Layout.field("alternate remote port GID, prefix", 116, 64);
    public static final MadField ALTERNATE_REMOTE_GID_INTERFACE =
            Layout.field("alternate remote port GID, interface", 124, 64);
    public static final MadField ALTERNATE_FLOW_LABEL =
            Layout.field("alternate flow label", 132, 20);
    public static final MadField ALTERNATE_PACKET_RATE =
            Layout.field("alternate packet rate", 135, 2, 6);
    public static final MadField ALTERNATE_TRAFFIC_CLASS =
            Layout.field("alternate traffic class", 136, 8);
    public static final MadField ALTERNATE_HOP_LIMIT = Layout.field("alternate hop limit", 137, 8);
    public static final MadField ALTERNATE_SL = Layout.field("alternate SL", 138, 4);
    public static final MadField ALTERNATE_SUBNET_LOCAL =
            Layout.field("alternate subnet local", 138, 4, 1);
    public static final MadField ALTERNATE_ACK_TIMEOUT =
            Layout.field("alternate local ACK timeout", 139, 5);

    /** The rest of the datagram, for the applications. */
    public static final MadRange PRIVATE_DATA = Layout.privateData(140);

    static final List<MadField> FIELDS =
            List.of(
                    LOCAL_COMM_ID,
                    SERVICE_ID,
                    LOCAL_CA_GUID,
                    LOCAL_Q_KEY,
                    LOCAL_QPN,
                    RESPONDER_RESOURCES,
                    LOCAL_EECN,
                    INITIATOR_DEPTH,
                    REMOTE_EECN,
                    REMOTE_RESPONSE_TIMEOUT,
                    TRANSPORT_SERVICE,
                    END_TO_END_FLOW_CONTROL,
                    STARTING_PSN,
                    LOCAL_RESPONSE_TIMEOUT,
                    RETRY_COUNT,
                    PARTITION_KEY,
                    PATH_MTU,
                    RDC_EXISTS,
                    RNR_RETRY_COUNT,
                    MAX_CM_RETRIES,
                    SRQ,
                    EXTENDED_TRANSPORT,
                    PRIMARY_LOCAL_LID,
                    PRIMARY_REMOTE_LID,
                    PRIMARY_LOCAL_GID_PREFIX,
                    PRIMARY_LOCAL_GID_INTERFACE,
                    PRIMARY_REMOTE_GID_PREFIX,
                    PRIMARY_REMOTE_GID_INTERFACE,
                    PRIMARY_FLOW_LABEL,
                    PRIMARY_PACKET_RATE,
                    PRIMARY_TRAFFIC_CLASS,
                    PRIMARY_HOP_LIMIT,
                    PRIMARY_SL,
                    PRIMARY_SUBNET_LOCAL,
                    PRIMARY_ACK_TIMEOUT,
                    ALTERNATE_LOCAL_LID,
                    ALTERNATE_REMOTE_LID,
                    ALTERNATE_LOCAL_GID_PREFIX,
                    ALTERNATE_LOCAL_GID_INTERFACE,
                    ALTERNATE_REMOTE_GID_PREFIX,
                    ALTERNATE_REMOTE_GID_INTERFACE,
                    ALTERNATE_FLOW_LABEL,
                    ALTERNATE_PACKET_RATE,
                    ALTERNATE_TRAFFIC_CLASS,
                    ALTERNATE_HOP_LIMIT,
                    ALTERNATE_SL,
                    ALTERNATE_SUBNET_LOCAL,
                    ALTERNATE_ACK_TIMEOUT);

    private CmReq() {}
}
