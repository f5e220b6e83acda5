package org.urdma4j.tools.devices;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.DeviceAttr;
import org.urdma4j.verbs.DeviceCapFlags;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.PortAttr;
import org.urdma4j.verbs.VerbsException;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What a device tells of itself, under the names of libibverbs and in the order of {@code
 * ibv_devinfo}. Under {@link #PORTS} is a list of the same for each port, and there under {@link
 * #GIDS} a list of its GIDs.
 */
final class DeviceFacts {
    static final String PORTS = "ports";
    static final String GIDS = "gids";

    /** Why the device could not be asked. */
    static final String ERROR = "error";

    /** Why nobody else can open it for now. */
    static final String IN_USE = "in_use";

    private DeviceFacts() {}

    /** Opens the device, asks, and closes it; what goes wrong is a fact as well. */
    static Map<String, Object> of(Device device, boolean limits) {
        Map<String, Object> facts = names(device);
        try {
            return of(device::open, TakenDevice.address(device.name()), limits);
        } catch (VerbsException e) {
            facts.put(ERROR, e.getMessage());
            return facts;
        }
    }

    /**
     * Opens a device, asks, and closes it. One whose UDP port another program has is asked all the
     * same, by way of another port.
     *
     * @param address of the device, null if it has none
     * @throws VerbsException if it can't be opened for another reason
     */
    static Map<String, Object> of(Supplier<Context> open, InetAddress address, boolean limits) {
        try (Context context = open.get()) {
            return of(context, limits);
        } catch (VerbsException e) {
            if (e.errno() != Errno.EADDRINUSE || address == null) {
                throw e;
            }
        }
        try (Context context = TakenDevice.open(address)) {
            Map<String, Object> facts = of(context, limits);
            facts.put(IN_USE, "another program has its UDP port 4791");
            return facts;
        }
    }

    private static Map<String, Object> names(Device device) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("hca_id", device.name());
        facts.put("node_type", device.nodeType().name());
        facts.put("node_guid", guid(device.guid()));
        return facts;
    }

    /**
     * Asks an open device.
     *
     * @param limits whether its limits are asked for, too
     */
    static Map<String, Object> of(Context context, boolean limits) {
        Map<String, Object> facts = names(context.device());
        DeviceAttr attr = context.queryDevice();
        facts.put("sys_image_guid", guid(attr.sysImageGuid()));
        facts.put("fw_ver", attr.fwVer());
        facts.put("vendor_id", "0x%04x".formatted(attr.vendorId()));
        facts.put("vendor_part_id", attr.vendorPartId());
        facts.put("hw_ver", "0x%x".formatted(attr.hwVer()));
        facts.put("phys_port_cnt", attr.physPortCnt());
        if (limits) {
            limits(facts, attr);
        }
        List<Map<String, Object>> ports = new ArrayList<>();
        for (int port = 1; port <= attr.physPortCnt(); port++) {
            ports.add(port(context, port));
        }
        facts.put(PORTS, ports);
        return facts;
    }

    private static void limits(Map<String, Object> facts, DeviceAttr attr) {
        facts.put("max_mr_size", attr.maxMrSize());
        facts.put("max_qp", attr.maxQp());
        facts.put("max_qp_wr", attr.maxQpWr());
        facts.put("device_cap_flags", DeviceCapFlags.toString(attr.deviceCapFlags()));
        facts.put("max_sge", attr.maxSge());
        facts.put("max_sge_rd", attr.maxSgeRd());
        facts.put("max_cq", attr.maxCq());
        facts.put("max_cqe", attr.maxCqe());
        facts.put("max_mr", attr.maxMr());
        facts.put("max_pd", attr.maxPd());
        facts.put("max_qp_rd_atom", attr.maxQpRdAtom());
        facts.put("max_res_rd_atom", attr.maxResRdAtom());
        facts.put("max_qp_init_rd_atom", attr.maxQpInitRdAtom());
        facts.put("atomic_cap", attr.atomicCap().name());
        facts.put("max_mw", attr.maxMw());
        facts.put("max_ah", attr.maxAh());
        facts.put("max_srq", attr.maxSrq());
        facts.put("max_srq_wr", attr.maxSrqWr());
        facts.put("max_srq_sge", attr.maxSrqSge());
        facts.put("max_pkeys", attr.maxPkeys());
        facts.put("local_ca_ack_delay", attr.localCaAckDelay());
    }

    private static Map<String, Object> port(Context context, int number) {
        PortAttr attr = context.queryPort(number);
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("port", number);
        facts.put("state", attr.state().name());
        facts.put("max_mtu", attr.maxMtu().bytes());
        facts.put("active_mtu", attr.activeMtu().bytes());
        facts.put("link_layer", attr.linkLayer().name());
        facts.put("max_msg_sz", attr.maxMsgSz());
        facts.put("bad_pkey_cntr", attr.badPkeyCntr());
        facts.put("qkey_viol_cntr", attr.qkeyViolCntr());
        facts.put("pkey_tbl_len", attr.pkeyTblLen());
        facts.put("gid_tbl_len", attr.gidTblLen());
        List<Map<String, Object>> gids = new ArrayList<>();
        for (GidEntry entry : context.queryGidTable()) {
            if (entry.portNum() == number) {
                gids.add(gid(entry));
            }
        }
        facts.put(GIDS, gids);
        return facts;
    }

    private static Map<String, Object> gid(GidEntry entry) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("index", entry.gidIndex());
        facts.put("gid", entry.gid().toString());
        facts.put("type", type(entry.gidType()));
        facts.put("address", entry.gid().toInetAddress().getHostAddress());
        return facts;
    }

    private static String type(GidType type) {
        return switch (type) {
            case IB -> "IB";
            case ROCE_V1 -> "RoCE v1";
            case ROCE_V2 -> "RoCE v2";
        };
    }

    /** Returns a GUID as InfiniBand writes it: four groups of four digits. */
    private static String guid(long guid) {
        return "%016x".formatted(guid).replaceAll("(.{4})(?!$)", "$1:");
    }
}
