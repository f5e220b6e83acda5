package org.urdma4j.rdmacore;

import java.util.List;

/**
 * The structures of libibverbs (infiniband/verbs.h) and librdmacm (rdma/rdma_cma.h), as far as
 * their fields are used here.
 */
final class Structs {
    /** Bytes of {@code struct sockaddr_storage}. */
    static final int SOCKADDR_BYTES = 128;

    static final Struct SGE = Struct.of("ibv_sge").u64("addr").u32("length", "lkey");

    static final Struct RECV_WR =
            Struct.of("ibv_recv_wr").u64("wr_id").pointers("next", "sg_list").u32("num_sge");

    private static final Struct BIND_INFO =
            Struct.of("ibv_mw_bind_info")
                    .pointers("mr")
                    .u64("addr", "length")
                    .u32("mw_access_flags");

    static final Struct SEND_WR =
            Struct.of("ibv_send_wr")
                    .u64("wr_id")
                    .pointers("next", "sg_list")
                    .u32("num_sge", "opcode", "send_flags")
                    .in("", Struct.union().u32("imm_data", "invalidate_rkey"))
                    .in(
                            "wr",
                            Struct.union()
                                    .in("rdma", Struct.of("").u64("remote_addr").u32("rkey"))
                                    .in(
                                            "atomic",
                                            Struct.of("")
                                                    .u64("remote_addr", "compare_add", "swap")
                                                    .u32("rkey"))
                                    .in(
                                            "ud",
                                            Struct.of("")
                                                    .pointers("ah")
                                                    .u32("remote_qpn", "remote_qkey")))
                    .in("qp_type", Struct.union().in("xrc", Struct.of("").u32("remote_srqn")))
                    .in(
                            "",
                            Struct.union()
                                    .in(
                                            "bind_mw",
                                            Struct.of("")
                                                    .pointers("mw")
                                                    .u32("rkey")
                                                    .in("bind_info", BIND_INFO)));

    static final Struct WC =
            Struct.of("ibv_wc")
                    .u64("wr_id")
                    .u32("status", "opcode", "vendor_err", "byte_len")
                    .in("", Struct.union().u32("imm_data", "invalidated_rkey"))
                    .u32("qp_num", "src_qp", "wc_flags")
                    .u16("pkey_index", "slid")
                    .u8("sl", "dlid_path_bits");

    static final Struct CONTEXT_OPS =
            Struct.of("ibv_context_ops")
                    .pointers(
                            "_compat_query_device",
                            "_compat_query_port",
                            "_compat_alloc_pd",
                            "_compat_dealloc_pd",
                            "_compat_reg_mr",
                            "_compat_rereg_mr",
                            "_compat_dereg_mr",
                            "alloc_mw",
                            "bind_mw",
                            "dealloc_mw",
                            "_compat_create_cq",
                            "poll_cq",
                            "req_notify_cq",
                            "_compat_cq_event",
                            "_compat_resize_cq",
                            "_compat_destroy_cq",
                            "_compat_create_srq",
                            "_compat_modify_srq",
                            "_compat_query_srq",
                            "_compat_destroy_srq",
                            "post_srq_recv",
                            "_compat_create_qp",
                            "_compat_query_qp",
                            "_compat_modify_qp",
                            "_compat_destroy_qp",
                            "post_send",
                            "post_recv",
                            "_compat_create_ah",
                            "_compat_destroy_ah",
                            "_compat_attach_mcast",
                            "_compat_detach_mcast",
                            "_compat_async_event");

    /** Without what follows the descriptors, which differs by C library. */
    static final Struct CONTEXT =
            Struct.of("ibv_context")
                    .pointers("device")
                    .in("ops", CONTEXT_OPS)
                    .u32("cmd_fd", "async_fd", "num_comp_vectors");

    /** Without the paths behind the name. */
    static final Struct DEVICE =
            Struct.of("ibv_device").pointers("_ops._dummy1", "_ops._dummy2").u32("node_type");

    static final Struct DEVICE_ATTR =
            Struct.of("ibv_device_attr")
                    .bytes("fw_ver", 64)
                    .u64("node_guid", "sys_image_guid", "max_mr_size", "page_size_cap")
                    .u32("vendor_id", "vendor_part_id", "hw_ver", "max_qp", "max_qp_wr")
                    .u32("device_cap_flags", "max_sge", "max_sge_rd", "max_cq", "max_cqe")
                    .u32("max_mr", "max_pd", "max_qp_rd_atom", "max_ee_rd_atom")
                    .u32("max_res_rd_atom", "max_qp_init_rd_atom", "max_ee_init_rd_atom")
                    .u32("atomic_cap", "max_ee", "max_rdd", "max_mw", "max_raw_ipv6_qp")
                    .u32("max_raw_ethy_qp", "max_mcast_grp", "max_mcast_qp_attach")
                    .u32("max_total_mcast_qp_attach", "max_ah", "max_fmr", "max_map_per_fmr")
                    .u32("max_srq", "max_srq_wr", "max_srq_sge")
                    .u16("max_pkeys")
                    .u8("local_ca_ack_delay", "phys_port_cnt");

    static final Struct PORT_ATTR =
            Struct.of("ibv_port_attr")
                    .u32("state", "max_mtu", "active_mtu", "gid_tbl_len", "port_cap_flags")
                    .u32("max_msg_sz", "bad_pkey_cntr", "qkey_viol_cntr")
                    .u16("pkey_tbl_len", "lid", "sm_lid")
                    .u8("lmc", "max_vl_num", "sm_sl", "subnet_timeout", "init_type_reply")
                    .u8("active_width", "active_speed", "phys_state", "link_layer", "flags")
                    .u16("port_cap_flags2");

    static final Struct GID_ENTRY =
            Struct.of("ibv_gid_entry")
                    .gid("gid")
                    .u32("gid_index", "port_num", "gid_type", "ndev_ifindex");

    private static final Struct GLOBAL_ROUTE =
            Struct.of("ibv_global_route")
                    .gid("dgid")
                    .u32("flow_label")
                    .u8("sgid_index", "hop_limit", "traffic_class");

    static final Struct AH_ATTR =
            Struct.of("ibv_ah_attr")
                    .in("grh", GLOBAL_ROUTE)
                    .u16("dlid")
                    .u8("sl", "src_path_bits", "static_rate", "is_global", "port_num");

    private static final Struct QP_CAP =
            Struct.of("ibv_qp_cap")
                    .u32("max_send_wr", "max_recv_wr", "max_send_sge", "max_recv_sge")
                    .u32("max_inline_data");

    static final Struct QP_INIT_ATTR =
            Struct.of("ibv_qp_init_attr")
                    .pointers("qp_context", "send_cq", "recv_cq", "srq")
                    .in("cap", QP_CAP)
                    .u32("qp_type", "sq_sig_all");

    static final Struct SRQ_ATTR = Struct.of("ibv_srq_attr").u32("max_wr", "max_sge", "srq_limit");

    static final Struct SRQ_INIT_ATTR =
            Struct.of("ibv_srq_init_attr").pointers("srq_context").in("attr", SRQ_ATTR);

    static final Struct QP_ATTR =
            Struct.of("ibv_qp_attr")
                    .u32("qp_state", "cur_qp_state", "path_mtu", "path_mig_state", "qkey")
                    .u32("rq_psn", "sq_psn", "dest_qp_num", "qp_access_flags")
                    .in("cap", QP_CAP)
                    .in("ah_attr", AH_ATTR)
                    .in("alt_ah_attr", AH_ATTR)
                    .u16("pkey_index", "alt_pkey_index")
                    .u8("en_sqd_async_notify", "sq_draining", "max_rd_atomic")
                    .u8("max_dest_rd_atomic", "min_rnr_timer", "port_num", "timeout", "retry_cnt")
                    .u8("rnr_retry", "alt_port_num", "alt_timeout")
                    .u32("rate_limit");

    /** Without the lock and what follows it, as {@link #CQ}. */
    static final Struct QP =
            Struct.of("ibv_qp")
                    .pointers("context", "qp_context", "pd", "send_cq", "recv_cq", "srq")
                    .u32("handle", "qp_num", "state", "qp_type");

    static final Struct CQ =
            Struct.of("ibv_cq").pointers("context", "channel", "cq_context").u32("handle", "cqe");

    static final Struct MR =
            Struct.of("ibv_mr")
                    .pointers("context", "pd", "addr")
                    .u64("length")
                    .u32("handle", "lkey", "rkey");

    static final Struct COMP_CHANNEL =
            Struct.of("ibv_comp_channel").pointers("context").u32("fd", "refcnt");

    static final Struct ASYNC_EVENT =
            Struct.of("ibv_async_event")
                    .in("element", Struct.union().pointers("cq", "qp", "srq", "wq").u32("port_num"))
                    .u32("event_type");

    /** Without the zeros behind it. */
    static final Struct SOCKADDR_IN =
            Struct.of("sockaddr_in").u16("sin_family", "sin_port").u32("sin_addr");

    static final Struct SOCKADDR_IN6 =
            Struct.of("sockaddr_in6")
                    .u16("sin6_family", "sin6_port")
                    .u32("sin6_flowinfo")
                    .bytes("sin6_addr", 16)
                    .u32("sin6_scope_id");

    /** Without the paths behind the addresses, and what librdmacm makes for programs. */
    static final Struct CM_ID =
            Struct.of("rdma_cm_id")
                    .pointers("verbs", "channel", "context", "qp")
                    .words("route.addr.src_storage", SOCKADDR_BYTES)
                    .words("route.addr.dst_storage", SOCKADDR_BYTES);

    static final Struct CM_CHANNEL = Struct.of("rdma_event_channel").u32("fd");

    static final Struct CONN_PARAM =
            Struct.of("rdma_conn_param")
                    .pointers("private_data")
                    .u8("private_data_len", "responder_resources", "initiator_depth")
                    .u8("flow_control", "retry_count", "rnr_retry_count", "srq")
                    .u32("qp_num");

    /** Without the union's other half, which is of datagrams. */
    static final Struct CM_EVENT =
            Struct.of("rdma_cm_event")
                    .pointers("id", "listen_id")
                    .u32("event", "status")
                    .in("param.conn", CONN_PARAM);

    /** Bytes of a device's name with the zero behind it: IBV_SYSFS_NAME_MAX. */
    static final int NAME_MAX = 64;

    /** Those that are described to their last field. */
    static final List<Struct> WHOLE =
            List.of(
                    SGE,
                    RECV_WR,
                    SEND_WR,
                    WC,
                    CONTEXT_OPS,
                    DEVICE_ATTR,
                    PORT_ATTR,
                    GID_ENTRY,
                    AH_ATTR,
                    QP_INIT_ATTR,
                    SRQ_ATTR,
                    SRQ_INIT_ATTR,
                    QP_ATTR,
                    MR,
                    COMP_CHANNEL,
                    ASYNC_EVENT);

    /** Those of which the beginning is described. */
    static final List<Struct> BEGINNINGS = List.of(CONTEXT, DEVICE, QP, CQ);

    /** Those of rdma/rdma_cma.h, to their last field. */
    static final List<Struct> WHOLE_OF_CM = List.of(CM_CHANNEL, CONN_PARAM, SOCKADDR_IN6);

    /** The beginnings of others of it. */
    static final List<Struct> BEGINNINGS_OF_CM = List.of(CM_ID, CM_EVENT, SOCKADDR_IN);

    private Structs() {}
}
