package org.urdma4j.verbs.cm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The table of librdmacm's calls in docs/verbs.md; what it names is looked at with the others. */
class ConnectionsPageTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`rdma_\\w+`.*?) \\| (.+) \\|$");
    private static final Pattern METHOD = Pattern.compile("`([A-Z]\\w+)\\.(\\w+)`");

    /** The calls that the manual pages of librdmacm describe, without their prefix. */
    private static final String CALLS =
            """
            accept ack_cm_event bind_addr connect create_ep create_event_channel create_id create_qp
            create_qp_ex create_srq create_srq_ex dereg_mr destroy_ep destroy_event_channel
            destroy_id destroy_qp destroy_srq disconnect establish event_str freeaddrinfo
            free_devices getaddrinfo get_cm_event get_devices get_dst_port get_local_addr
            get_peer_addr get_recv_comp get_remote_ece get_request get_send_comp get_src_port
            init_qp_attr join_multicast join_multicast_ex leave_multicast listen migrate_id notify
            post_read post_readv post_recv post_recvv post_send post_sendv post_ud_send post_write
            post_writev query_addrinfo reg_msgs reg_read reg_write reject reject_ece resolve_addr
            resolve_addrinfo resolve_route set_local_ece set_option write_cm_event
            """;

    @Test
    void shouldHaveARowForEachCall() throws IOException {
        Map<String, String> rows = new LinkedHashMap<>();
        String page = Files.readString(Path.of("../docs/verbs.md"));
        ROW.matcher(page)
                .results()
                .forEach(row -> {
                    for (String call : row.group(1).replace("`", "").split(", ", -1)) {
                        rows.put(call, row.group(2));
                    }
                });
        List<String> calls =
                Arrays.stream(CALLS.strip().split("\\s+")).map(name -> "rdma_" + name).toList();

        assertThat(rows.keySet()).containsExactlyInAnyOrderElementsOf(calls);
        assertThat(rows.values())
                .allMatch(text -> text.startsWith("not ") || METHOD.matcher(text).lookingAt());
    }

    @Test
    void shouldNumberEventsAndPortSpacesAsLibrdmacmDoes() {
        assertThat(CmEventType.ADDR_RESOLVED.value()).isZero();
        assertThat(CmEventType.CONNECT_REQUEST.value()).isEqualTo(4);
        assertThat(CmEventType.REJECTED.value()).isEqualTo(8);
        assertThat(CmEventType.ESTABLISHED.value()).isEqualTo(9);
        assertThat(CmEventType.TIMEWAIT_EXIT.value()).isEqualTo(15);
        assertThat(CmPortSpace.TCP.value()).isEqualTo(0x0106);
        assertThat(CmPortSpace.UDP.value()).isEqualTo(0x0111);
    }
}
