package org.urdma4j.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Keeps {@code docs/verbs.md} true: all calls of libibverbs, and only methods that exist. */
class VerbsPageTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`ibv_\\w+`.*?) \\| (.+) \\|$");
    private static final Pattern METHOD = Pattern.compile("`([A-Z]\\w+)\\.(\\w+)`");

    /** The calls of libibverbs without their prefix. */
    private static final String CALLS =
            """
            get_device_list free_device_list get_device_name get_device_guid open_device close_device
            query_device query_device_ex query_port query_gid query_gid_ex query_gid_table query_pkey
            query_rt_values_ex alloc_pd dealloc_pd alloc_td alloc_parent_domain reg_mr reg_mr_iova
            reg_mr_iova2 reg_mr_ex rereg_mr dereg_mr advise_mr alloc_null_mr reg_dmabuf_mr alloc_mw
            bind_mw dealloc_mw inc_rkey create_comp_channel destroy_comp_channel create_cq
            create_cq_ex req_notify_cq get_cq_event ack_cq_events poll_cq resize_cq modify_cq
            destroy_cq start_poll next_poll end_poll wc_read_opcode wc_read_vendor_err
            wc_read_byte_len wc_read_imm_data wc_read_invalidated_rkey wc_read_qp_num wc_read_src_qp
            wc_read_wc_flags wc_read_slid wc_read_sl wc_read_dlid_path_bits wc_read_completion_ts
            wc_read_completion_wallclock_ns wc_read_cvlan wc_read_flow_tag wc_read_tm_info
            create_comp_cntr qp_attach_comp_cntr read_comp_cntr read_err_comp_cntr set_comp_cntr
            inc_comp_cntr create_qp create_qp_ex modify_qp query_qp destroy_qp post_send post_recv
            modify_qp_rate_limit query_qp_data_in_order set_ece query_ece qp_to_qp_ex wr_start
            wr_complete wr_abort wr_send wr_send_imm wr_send_inv wr_rdma_write wr_rdma_write_imm
            wr_rdma_read wr_atomic_cmp_swp wr_atomic_fetch_add wr_atomic_write wr_flush wr_local_inv
            wr_bind_mw wr_send_tso wr_set_sge wr_set_sge_list wr_set_inline_data
            wr_set_inline_data_list wr_set_ud_addr wr_set_xrc_srqn create_srq create_srq_ex
            modify_srq query_srq post_srq_recv get_srq_num destroy_srq create_ah create_ah_from_wc
            init_ah_from_wc destroy_ah get_async_event ack_async_event event_type_str wc_status_str
            wr_opcode_str node_type_str port_state_str rate_to_mbps flow_label_to_udp_sport
            get_device_index get_pkey_index import_device import_pd unimport_pd import_mr
            unimport_mr import_dm unimport_dm alloc_dm free_dm memcpy_to_dm memcpy_from_dm
            reg_dm_mr fork_init is_fork_initialized static_providers dealloc_td cq_ex_to_cq
            is_qpt_supported open_xrcd close_xrcd open_qp post_srq_ops create_wq modify_wq
            destroy_wq post_wq_recv create_rwq_ind_table destroy_rwq_ind_table create_flow
            destroy_flow create_flow_action_esp modify_flow_action_esp destroy_flow_action
            create_counters attach_counters_point_flow read_counters destroy_counters attach_mcast
            detach_mcast resolve_eth_l2_from_gid rate_to_mult
            """;

    private final String page;
    private final Map<String, String> rows = new LinkedHashMap<>();

    VerbsPageTest() throws IOException {
        page = Files.readString(Path.of("../docs/verbs.md"));
        ROW.matcher(page)
                .results()
                .forEach(row -> {
                    for (String call : row.group(1).replace("`", "").split(", ", -1)) {
                        rows.put(call, row.group(2));
                    }
                });
    }

    @Test
    void shouldHaveARowForEachCall() {
        List<String> calls =
                Arrays.stream(CALLS.strip().split("\\s+")).map(name -> "ibv_" + name).toList();

        assertThat(rows.keySet()).containsExactlyInAnyOrderElementsOf(calls);
        assertThat(rows.values())
                .allMatch(text -> text.startsWith("not ") || METHOD.matcher(text).lookingAt());
    }

    @Test
    void shouldNameOnlyMethodsThatExist() {
        List<MatchResult> methods = METHOD.matcher(page).results().toList();

        assertThat(methods).hasSizeGreaterThan(60);
        assertThat(methods)
                .allSatisfy(m -> assertThat(methodNames(m.group(1))).contains(m.group(2)));
    }

    private static List<String> methodNames(String simpleName) throws ClassNotFoundException {
        Class<?> type = Class.forName(packageOf(simpleName) + "." + simpleName);
        return Arrays.stream(type.getMethods()).map(Method::getName).toList();
    }

    private static String packageOf(String simpleName) {
        if (simpleName.matches("(Active|Passive|Endpoint).*")) {
            return "org.urdma4j.endpoint";
        }
        boolean ofConnections = simpleName.matches("(Cm|Conn|RdmaCm).*");
        return ofConnections ? "org.urdma4j.verbs.cm" : "org.urdma4j.verbs";
    }
}
