package org.urdma4j.verbs;

/**
 * What a device can do besides the numbers of {@link DeviceAttr}: the bits of {@code enum
 * ibv_device_cap_flags} (ibv_query_device(3)).
 */
public final class DeviceCapFlags {
    /** The number of outstanding requests of a queue pair can be changed. */
    public static final int RESIZE_MAX_WR = 1;

    /** Packets with a wrong P_Key are counted. */
    public static final int BAD_PKEY_CNTR = 1 << 1;

    /** Packets with a wrong Q_Key are counted. */
    public static final int BAD_QKEY_CNTR = 1 << 2;

    /** Multicast of raw packets. */
    public static final int RAW_MULTI = 1 << 3;

    /** Automatic path migration. */
    public static final int AUTO_PATH_MIG = 1 << 4;

    /** The port of a queue pair can be changed in SQD. */
    public static final int CHANGE_PHY_PORT = 1 << 5;

    /** UD address handles are bound to a port. */
    public static final int UD_AV_PORT_ENFORCE = 1 << 6;

    /** {@link QpAttrMask#CUR_STATE} is checked. */
    public static final int CURR_QP_STATE_MOD = 1 << 7;

    /** Ports can be shut down. */
    public static final int SHUTDOWN_PORT = 1 << 8;

    /** The type of initialization can be set. */
    public static final int INIT_TYPE = 1 << 9;

    /** {@link EventType#PORT_ACTIVE} is raised. */
    public static final int PORT_ACTIVE_EVENT = 1 << 10;

    /** {@link DeviceAttr#sysImageGuid()} has a meaning. */
    public static final int SYS_IMAGE_GUID = 1 << 11;

    /** A message without a receive is answered with an RNR NAK. */
    public static final int RC_RNR_NAK_GEN = 1 << 12;

    /** Shared receive queues can be resized. */
    public static final int SRQ_RESIZE = 1 << 13;

    /** An event after a number of completions can be asked for. */
    public static final int N_NOTIFY_CQ = 1 << 14;

    /** Memory windows of type 1. */
    public static final int MEM_WINDOW = 1 << 17;

    /** Checksums of IP over UD. */
    public static final int UD_IP_CSUM = 1 << 18;

    /** The XRC transport. */
    public static final int XRC = 1 << 20;

    /** Fast registration, and invalidation by SEND and locally. */
    public static final int MEM_MGT_EXTENSIONS = 1 << 21;

    /** Memory windows of type 2 that are bound to a queue pair. */
    public static final int MEM_WINDOW_TYPE_2A = 1 << 23;

    /** Memory windows of type 2 that are bound to a queue pair and a protection domain. */
    public static final int MEM_WINDOW_TYPE_2B = 1 << 24;

    /** Checksums of IP over RC. */
    public static final int RC_IP_CSUM = 1 << 25;

    /** Checksums of IP in raw packets. */
    public static final int RAW_IP_CSUM = 1 << 26;

    /** Flow steering. */
    public static final int MANAGED_FLOW_STEERING = 1 << 29;

    private static final String[] NAMES = new String[30];

    static {
        NAMES[0] = "RESIZE_MAX_WR";
        NAMES[1] = "BAD_PKEY_CNTR";
        NAMES[2] = "BAD_QKEY_CNTR";
        NAMES[3] = "RAW_MULTI";
        NAMES[4] = "AUTO_PATH_MIG";
        NAMES[5] = "CHANGE_PHY_PORT";
        NAMES[6] = "UD_AV_PORT_ENFORCE";
        NAMES[7] = "CURR_QP_STATE_MOD";
        NAMES[8] = "SHUTDOWN_PORT";
        NAMES[9] = "INIT_TYPE";
        NAMES[10] = "PORT_ACTIVE_EVENT";
        NAMES[11] = "SYS_IMAGE_GUID";
        NAMES[12] = "RC_RNR_NAK_GEN";
        NAMES[13] = "SRQ_RESIZE";
        NAMES[14] = "N_NOTIFY_CQ";
        NAMES[17] = "MEM_WINDOW";
        NAMES[18] = "UD_IP_CSUM";
        NAMES[20] = "XRC";
        NAMES[21] = "MEM_MGT_EXTENSIONS";
        NAMES[23] = "MEM_WINDOW_TYPE_2A";
        NAMES[24] = "MEM_WINDOW_TYPE_2B";
        NAMES[25] = "RC_IP_CSUM";
        NAMES[26] = "RAW_IP_CSUM";
        NAMES[29] = "MANAGED_FLOW_STEERING";
    }

    private DeviceCapFlags() {}

    /** Returns the names of the set bits, joined by {@code |}. */
    public static String toString(int deviceCapFlags) {
        return BitNames.describe(deviceCapFlags, NAMES);
    }
}
