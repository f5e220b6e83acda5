package org.urdma4j.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names and numbers against the header of rdma-core itself. */
@Tag("oracle")
class LibibverbsHeaderTest {
    private static final Path HEADER = Path.of("/usr/include/infiniband/verbs.h");
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/");
    private static final Pattern ENUM = Pattern.compile("enum (\\w+) \\{([^}]*)\\}");
    private static final Pattern CALL =
            Pattern.compile("(?m)^(?:static inline )?\\w[\\w *]*?\\b(ibv_\\w+)\\(");
    private static final Pattern SHIFT = Pattern.compile("\\(?(\\d+)U? *<< *(\\d+)\\)?");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`ibv_\\w+`.*?) \\|");

    private final String header;

    LibibverbsHeaderTest() throws IOException {
        assumeTrue(Files.exists(HEADER), "Skipped: no " + HEADER + " (Debian: libibverbs-dev)");
        header = COMMENT.matcher(Files.readString(HEADER)).replaceAll("");
    }

    private Map<String, Integer> constants(String name) {
        Map<String, Integer> values = new LinkedHashMap<>();
        Matcher found = ENUM.matcher(header);
        while (found.find()) {
            if (found.group(1).equals(name)) {
                int next = 0;
                for (String entry : found.group(2).strip().split("\\s*,\\s*", 0)) {
                    String[] parts = entry.strip().split("\\s*=\\s*", 2);
                    if (parts.length == 2) {
                        Matcher shift = SHIFT.matcher(parts[1]);
                        if (shift.matches()) {
                            int bit = Integer.parseInt(shift.group(2));
                            next = Integer.parseInt(shift.group(1)) << bit;
                        } else if (parts[1].matches("(-?\\d+|0x[0-9A-Fa-f]+)")) {
                            next = Integer.decode(parts[1]);
                        } else {
                            continue; // computed from others
                        }
                    }
                    values.put(parts[0], next++);
                }
            }
        }
        return values;
    }

    /** Newer or older headers may have more or fewer: what both have must be the same. */
    @ParameterizedTest
    @CsvSource({
        "ibv_wc_status, IBV_WC_, WcStatus",
        "ibv_wc_opcode, IBV_WC_, WcOpcode",
        "ibv_wc_flags, IBV_WC_, WcFlags",
        "ibv_wr_opcode, IBV_WR_, WrOpcode",
        "ibv_send_flags, IBV_SEND_, SendFlags",
        "ibv_event_type, IBV_EVENT_, EventType",
        "ibv_qp_type, IBV_QPT_, QpType",
        "ibv_qp_state, IBV_QPS_, QpState",
        "ibv_port_state, IBV_PORT_, PortState",
        "ibv_node_type, IBV_NODE_, NodeType",
        "ibv_mtu, IBV_, Mtu",
        "ibv_atomic_cap, IBV_ATOMIC_, AtomicCap",
        "ibv_access_flags, IBV_ACCESS_, AccessFlags",
        "ibv_qp_attr_mask, IBV_QP_, QpAttrMask",
        "ibv_device_cap_flags, IBV_DEVICE_, DeviceCapFlags",
        "ibv_mw_type, IBV_MW_, MwType",
        "ibv_rereg_mr_flags, IBV_REREG_MR_, ReregFlags",
        "ibv_mig_state, IBV_MIG_, PathMigState",
        "ibv_flow_attr_type, IBV_FLOW_ATTR_, FlowAttrType",
        "ibv_flow_flags, IBV_FLOW_ATTR_FLAGS_, FlowFlags"
    })
    void shouldHaveTheNamesAndNumbersOfTheHeader(String name, String prefix, String type)
            throws ReflectiveOperationException {
        Class<?> ours = Class.forName("org.urdma4j.verbs." + type);
        Map<String, Integer> theirs = constants(name);
        assertThat(theirs).isNotEmpty();
        int compared = 0;
        for (Map.Entry<String, Integer> constant : theirs.entrySet()) {
            String bare = constant.getKey().replaceFirst("^" + prefix, "");
            Field field = ours.getField(bare);
            Object value = field.get(null);
            int number =
                    value instanceof Integer bits
                            ? bits
                            : (int) ours.getMethod("value").invoke(value);
            assertThat(number).as(constant.getKey()).isEqualTo(constant.getValue());
            compared++;
        }
        assertThat(compared).isPositive();
    }

    @Test
    void shouldNameEveryCallOfTheHeaderOnThePage() throws IOException {
        TreeSet<String> missing = new TreeSet<>();
        CALL.matcher(header).results().forEach(call -> missing.add(call.group(1)));
        assertThat(missing).hasSizeGreaterThan(100);
        String page = Files.readString(Path.of("../docs/verbs.md"));
        ROW.matcher(page)
                .results()
                .flatMap(row -> Arrays.stream(row.group(1).replace("`", "").split(", ", -1)))
                .forEach(missing::remove);

        assertThat(missing).isEmpty();
    }
}
