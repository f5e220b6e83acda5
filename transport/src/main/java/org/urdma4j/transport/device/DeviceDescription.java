package org.urdma4j.transport.device;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.verbs.AtomicCap;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.DeviceAttr;
import org.urdma4j.verbs.DeviceCapFlags;
import org.urdma4j.verbs.LinkLayer;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.PortAttr;
import org.urdma4j.verbs.PortState;

/** What the software device says of itself when it is queried. */
final class DeviceDescription {
    private static final String VERSION = "0.1.0";
    private static final int ACK_DELAY = 0;

    private static final int CAPABILITIES =
            DeviceCapFlags.BAD_PKEY_CNTR
                    | DeviceCapFlags.BAD_QKEY_CNTR
                    | DeviceCapFlags.CURR_QP_STATE_MOD
                    | DeviceCapFlags.SYS_IMAGE_GUID
                    | DeviceCapFlags.RC_RNR_NAK_GEN
                    | DeviceCapFlags.SRQ_RESIZE
                    | DeviceCapFlags.MEM_WINDOW_TYPE_2B;

    private DeviceDescription() {}

    /** Describes a device with or without memory windows of type 1. */
    static DeviceAttr of(Device device, boolean steersFlows, boolean typeOneWindows) {
        return new DeviceAttr(
                VERSION,
                device.guid(),
                device.guid(),
                0,
                0,
                0,
                1,
                Long.MAX_VALUE,
                DeviceLimits.MAX_QP,
                DeviceLimits.MAX_QP_WR,
                DeviceLimits.MAX_SGE,
                DeviceLimits.MAX_SGE,
                DeviceLimits.MAX_QP,
                DeviceLimits.MAX_CQE,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                DeviceLimits.MAX_RD_ATOMIC,
                DeviceLimits.MAX_RD_ATOMIC * DeviceLimits.MAX_QP,
                DeviceLimits.MAX_RD_ATOMIC,
                // Atomic operations are the JVM's: atomic for every thread of this process too.
                AtomicCap.GLOB,
                DeviceLimits.MAX_MW,
                DeviceLimits.MAX_AH,
                DeviceLimits.MAX_SRQ,
                DeviceLimits.MAX_QP_WR,
                DeviceLimits.MAX_SGE,
                DeviceLimits.PKEY_TABLE_LENGTH,
                CAPABILITIES
                        | (typeOneWindows ? DeviceCapFlags.MEM_WINDOW : 0)
                        | (steersFlows ? DeviceCapFlags.MANAGED_FLOW_STEERING : 0),
                ACK_DELAY);
    }

    static PortAttr of(NetworkPort port, Counters counters) {
        return new PortAttr(
                PortState.ACTIVE,
                Mtu.MTU_4096,
                port.activeMtu(),
                port.gids().size(),
                DeviceLimits.MAX_MESSAGE,
                DeviceLimits.PKEY_TABLE_LENGTH,
                LinkLayer.ETHERNET,
                counters.get(Counter.DROPPED_PKEY),
                counters.get(Counter.DROPPED_QKEY));
    }
}
