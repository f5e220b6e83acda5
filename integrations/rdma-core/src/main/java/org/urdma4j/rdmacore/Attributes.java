package org.urdma4j.rdmacore;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.AtomicCap;
import org.urdma4j.verbs.DeviceAttr;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.LinkLayer;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.PortAttr;
import org.urdma4j.verbs.PortState;
import org.urdma4j.verbs.VerbsException;

import java.lang.foreign.MemorySegment;

/** Attributes of devices, ports and addresses between the structures of C and those of Java. */
final class Attributes {
    private static final Struct DEVICE = Structs.DEVICE_ATTR;
    private static final Struct PORT = Structs.PORT_ATTR;
    private static final Struct AH = Structs.AH_ATTR;
    private static final int GID_BYTES = 16;
    private static final int ROCE_PORT = 4791;

    private Attributes() {}

    private static int u8(MemorySegment from, Struct struct, String field) {
        return Byte.toUnsignedInt(from.get(JAVA_BYTE, struct.at(field)));
    }

    private static int u16(MemorySegment from, Struct struct, String field) {
        return Short.toUnsignedInt(from.get(JAVA_SHORT, struct.at(field)));
    }

    private static int u32(MemorySegment from, Struct struct, String field) {
        return from.get(JAVA_INT, struct.at(field));
    }

    private static long u64(MemorySegment from, Struct struct, String field) {
        return from.get(JAVA_LONG, struct.at(field));
    }

    static DeviceAttr device(MemorySegment attr) {
        return new DeviceAttr(
                firmware(attr),
                Libibverbs.fromNetwork(u64(attr, DEVICE, "node_guid")),
                Libibverbs.fromNetwork(u64(attr, DEVICE, "sys_image_guid")),
                u32(attr, DEVICE, "vendor_id"),
                u32(attr, DEVICE, "vendor_part_id"),
                u32(attr, DEVICE, "hw_ver"),
                u8(attr, DEVICE, "phys_port_cnt"),
                u64(attr, DEVICE, "max_mr_size"),
                u32(attr, DEVICE, "max_qp"),
                u32(attr, DEVICE, "max_qp_wr"),
                u32(attr, DEVICE, "max_sge"),
                u32(attr, DEVICE, "max_sge_rd"),
                u32(attr, DEVICE, "max_cq"),
                u32(attr, DEVICE, "max_cqe"),
                u32(attr, DEVICE, "max_mr"),
                u32(attr, DEVICE, "max_pd"),
                u32(attr, DEVICE, "max_qp_rd_atom"),
                u32(attr, DEVICE, "max_res_rd_atom"),
                u32(attr, DEVICE, "max_qp_init_rd_atom"),
                AtomicCap.fromValue(u32(attr, DEVICE, "atomic_cap")),
                u32(attr, DEVICE, "max_mw"),
                u32(attr, DEVICE, "max_ah"),
                u32(attr, DEVICE, "max_srq"),
                u32(attr, DEVICE, "max_srq_wr"),
                u32(attr, DEVICE, "max_srq_sge"),
                u16(attr, DEVICE, "max_pkeys"),
                u32(attr, DEVICE, "device_cap_flags"),
                u8(attr, DEVICE, "local_ca_ack_delay"));
    }

    private static String firmware(MemorySegment attr) {
        Struct.Field field = DEVICE.fields().get("fw_ver");
        return attr.asSlice(field.offset(), field.bytes()).getString(0);
    }

    static PortAttr port(MemorySegment attr) {
        return new PortAttr(
                PortState.fromValue(u32(attr, PORT, "state")),
                Mtu.fromValue(u32(attr, PORT, "max_mtu")),
                Mtu.fromValue(u32(attr, PORT, "active_mtu")),
                u32(attr, PORT, "gid_tbl_len"),
                Integer.toUnsignedLong(u32(attr, PORT, "max_msg_sz")),
                u16(attr, PORT, "pkey_tbl_len"),
                LinkLayer.fromValue(u8(attr, PORT, "link_layer")),
                Integer.toUnsignedLong(u32(attr, PORT, "bad_pkey_cntr")),
                Integer.toUnsignedLong(u32(attr, PORT, "qkey_viol_cntr")));
    }

    static GidEntry gidEntry(MemorySegment entry) {
        return new GidEntry(
                gid(entry, Structs.GID_ENTRY.at("gid")),
                u32(entry, Structs.GID_ENTRY, "gid_index"),
                u32(entry, Structs.GID_ENTRY, "port_num"),
                GidType.fromValue(u32(entry, Structs.GID_ENTRY, "gid_type")),
                u32(entry, Structs.GID_ENTRY, "ndev_ifindex"));
    }

    private static Gid gid(MemorySegment from, long at) {
        return Gid.of(from.asSlice(at, GID_BYTES).toArray(JAVA_BYTE));
    }

    /** Writes an address vector, into memory that is zeros. */
    static void write(AhAttr from, MemorySegment to) {
        if (from.udpPort() != 0 && from.udpPort() != ROCE_PORT) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "peers of this device have UDP port %d and no other, such as %d"
                            .formatted(ROCE_PORT, from.udpPort()));
        }
        GlobalRoute grh = from.grh();
        if (grh != null) {
            MemorySegment.copy(grh.dgid().bytes(), 0, to, JAVA_BYTE, AH.at("grh.dgid"), GID_BYTES);
            to.set(JAVA_INT, AH.at("grh.flow_label"), grh.flowLabel());
            to.set(JAVA_BYTE, AH.at("grh.sgid_index"), (byte) grh.sgidIndex());
            to.set(JAVA_BYTE, AH.at("grh.hop_limit"), (byte) grh.hopLimit());
            to.set(JAVA_BYTE, AH.at("grh.traffic_class"), (byte) grh.trafficClass());
            to.set(JAVA_BYTE, AH.at("is_global"), (byte) 1);
        }
        to.set(JAVA_BYTE, AH.at("sl"), (byte) from.sl());
        to.set(JAVA_BYTE, AH.at("port_num"), (byte) from.portNum());
    }

    /** Returns an address vector, or null if none was filled in. */
    static AhAttr ah(MemorySegment from) {
        int port = u8(from, AH, "port_num");
        if (port == 0) {
            return null;
        }
        GlobalRoute grh =
                u8(from, AH, "is_global") == 0
                        ? null
                        : new GlobalRoute(
                                gid(from, AH.at("grh.dgid")),
                                u32(from, AH, "grh.flow_label"),
                                u8(from, AH, "grh.sgid_index"),
                                u8(from, AH, "grh.hop_limit"),
                                u8(from, AH, "grh.traffic_class"));
        return new AhAttr(grh, u8(from, AH, "sl"), port);
    }
}
