package org.urdma4j.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Every number against the headers of rdma-core, typed off by hand and in full. */
class LibibverbsNumbersTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    QpType       | RC 2, UC 3, UD 4, RAW_PACKET 8, XRC_SEND 9, XRC_RECV 10, DRIVER 255
                    QpState      | RESET 0, INIT 1, RTR 2, RTS 3, SQD 4, SQE 5, ERR 6, UNKNOWN 7
                    WcStatus     | SUCCESS 0, LOC_LEN_ERR 1, LOC_QP_OP_ERR 2, LOC_EEC_OP_ERR 3, \
                    LOC_PROT_ERR 4, WR_FLUSH_ERR 5, MW_BIND_ERR 6, BAD_RESP_ERR 7, LOC_ACCESS_ERR 8, \
                    REM_INV_REQ_ERR 9, REM_ACCESS_ERR 10, REM_OP_ERR 11, RETRY_EXC_ERR 12, \
                    RNR_RETRY_EXC_ERR 13, LOC_RDD_VIOL_ERR 14, REM_INV_RD_REQ_ERR 15, \
                    REM_ABORT_ERR 16, INV_EECN_ERR 17, INV_EEC_STATE_ERR 18, FATAL_ERR 19, \
                    RESP_TIMEOUT_ERR 20, GENERAL_ERR 21, TM_ERR 22, TM_RNDV_INCOMPLETE 23
                    WcOpcode     | SEND 0, RDMA_WRITE 1, RDMA_READ 2, COMP_SWAP 3, FETCH_ADD 4, \
                    BIND_MW 5, LOCAL_INV 6, TSO 7, FLUSH 8, ATOMIC_WRITE 9, RECV 128, \
                    RECV_RDMA_WITH_IMM 129, TM_ADD 130, TM_DEL 131, TM_SYNC 132, TM_RECV 133, \
                    TM_NO_TAG 134, DRIVER1 135, DRIVER2 136, DRIVER3 137
                    WrOpcode     | RDMA_WRITE 0, RDMA_WRITE_WITH_IMM 1, SEND 2, SEND_WITH_IMM 3, \
                    RDMA_READ 4, ATOMIC_CMP_AND_SWP 5, ATOMIC_FETCH_AND_ADD 6, LOCAL_INV 7, \
                    BIND_MW 8, SEND_WITH_INV 9, TSO 10, DRIVER1 11, FLUSH 14, ATOMIC_WRITE 15
                    EventType    | CQ_ERR 0, QP_FATAL 1, QP_REQ_ERR 2, QP_ACCESS_ERR 3, COMM_EST 4, \
                    SQ_DRAINED 5, PATH_MIG 6, PATH_MIG_ERR 7, DEVICE_FATAL 8, PORT_ACTIVE 9, \
                    PORT_ERR 10, LID_CHANGE 11, PKEY_CHANGE 12, SM_CHANGE 13, SRQ_ERR 14, \
                    SRQ_LIMIT_REACHED 15, QP_LAST_WQE_REACHED 16, CLIENT_REREGISTER 17, \
                    GID_CHANGE 18, WQ_FATAL 19, DEVICE_SPEED_CHANGE 20
                    PortState    | NOP 0, DOWN 1, INIT 2, ARMED 3, ACTIVE 4, ACTIVE_DEFER 5
                    GidType      | IB 0, ROCE_V1 1, ROCE_V2 2
                    LinkLayer    | UNSPECIFIED 0, INFINIBAND 1, ETHERNET 2
                    MwType       | TYPE_1 1, TYPE_2 2
                    Mtu          | MTU_256 1, MTU_512 2, MTU_1024 3, MTU_2048 4, MTU_4096 5
                    FlowAttrType | NORMAL 0, ALL_DEFAULT 1, MC_DEFAULT 2, SNIFFER 3
                    FlowSpecType | ETH 32, IPV4 48, IPV6 49, IPV4_EXT 50, TCP 64, UDP 65
                    AtomicCap    | NONE 0, HCA 1, GLOB 2
                    PathMigState | MIGRATED 0, REARM 1, ARMED 2
                    NodeType     | UNKNOWN -1, CA 1, SWITCH 2, ROUTER 3, RNIC 4, USNIC 5, \
                    USNIC_UDP 6, UNSPECIFIED 7
                    Errno        | EPERM 1, ENOENT 2, EINTR 4, EIO 5, EAGAIN 11, ENOMEM 12, \
                    EACCES 13, EFAULT 14, EBUSY 16, ENODEV 19, EINVAL 22, ENOSPC 28, ENOSYS 38, \
                    EMSGSIZE 90, EPROTONOSUPPORT 93, EOPNOTSUPP 95, EADDRINUSE 98, \
                    EADDRNOTAVAIL 99, ENETUNREACH 101, ECONNRESET 104, ENOBUFS 105, ETIMEDOUT 110, \
                    ECONNREFUSED 111, EHOSTUNREACH 113
                    """)
    void shouldNumberEnumsAsLibibverbs(String enumName, String table) throws Exception {
        Class<?> type = Class.forName("org.urdma4j.verbs." + enumName);
        Map<String, Integer> numbers = new TreeMap<>();
        for (Object constant : type.getEnumConstants()) {
            int value = (int) type.getMethod("value").invoke(constant);
            numbers.put(((Enum<?>) constant).name(), value);
            assertThat(type.getMethod("fromValue", int.class).invoke(null, value))
                    .isSameAs(constant);
        }

        assertThat(numbers).isEqualTo(parse(table));
        assertThatThrownBy(() -> type.getMethod("fromValue", int.class).invoke(null, 4711))
                .cause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("4711");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    AccessFlags | LOCAL_WRITE 1, REMOTE_WRITE 2, REMOTE_READ 4, REMOTE_ATOMIC 8, \
                    MW_BIND 16, ZERO_BASED 32, ON_DEMAND 64, HUGETLB 128, FLUSH_GLOBAL 256, \
                    FLUSH_PERSISTENT 512, RELAXED_ORDERING 1048576
                    ReregFlags  | CHANGE_TRANSLATION 1, CHANGE_PD 2, CHANGE_ACCESS 4
                    DeviceCapFlags | RESIZE_MAX_WR 1, BAD_PKEY_CNTR 2, BAD_QKEY_CNTR 4, \
                    RAW_MULTI 8, AUTO_PATH_MIG 16, CHANGE_PHY_PORT 32, UD_AV_PORT_ENFORCE 64, \
                    CURR_QP_STATE_MOD 128, SHUTDOWN_PORT 256, INIT_TYPE 512, \
                    PORT_ACTIVE_EVENT 1024, SYS_IMAGE_GUID 2048, RC_RNR_NAK_GEN 4096, \
                    SRQ_RESIZE 8192, N_NOTIFY_CQ 16384, MEM_WINDOW 131072, UD_IP_CSUM 262144, \
                    XRC 1048576, MEM_MGT_EXTENSIONS 2097152, MEM_WINDOW_TYPE_2A 8388608, \
                    MEM_WINDOW_TYPE_2B 16777216, RC_IP_CSUM 33554432, RAW_IP_CSUM 67108864, \
                    MANAGED_FLOW_STEERING 536870912
                    FlowFlags   | ALLOW_LOOP_BACK 1, DONT_TRAP 2, EGRESS 4
                    SendFlags   | FENCE 1, SIGNALED 2, SOLICITED 4, INLINE 8, IP_CSUM 16
                    WcFlags     | GRH 1, WITH_IMM 2, IP_CSUM_OK 4, WITH_INV 8, TM_SYNC_REQ 16, \
                    TM_MATCH 32, TM_DATA_VALID 64
                    QpAttrMask  | STATE 1, CUR_STATE 2, EN_SQD_ASYNC_NOTIFY 4, ACCESS_FLAGS 8, \
                    PKEY_INDEX 16, PORT 32, QKEY 64, AV 128, PATH_MTU 256, TIMEOUT 512, \
                    RETRY_CNT 1024, RNR_RETRY 2048, RQ_PSN 4096, MAX_QP_RD_ATOMIC 8192, \
                    ALT_PATH 16384, MIN_RNR_TIMER 32768, SQ_PSN 65536, MAX_DEST_RD_ATOMIC 131072, \
                    PATH_MIG_STATE 262144, CAP 524288, DEST_QPN 1048576, RATE_LIMIT 33554432, \
                    URDMA_OFFER 268435456, URDMA_PEER_OFFER 536870912, \
                    URDMA_TUNING 1073741824
                    """)
    void shouldNumberBitsAsLibibverbsAndPrintTheirNames(String className, String table)
            throws Exception {
        Class<?> type = Class.forName("org.urdma4j.verbs." + className);
        Map<String, Integer> numbers = new TreeMap<>();
        for (Field field : type.getFields()) {
            numbers.put(field.getName(), field.getInt(null));
            assertThat(print(type, field.getInt(null))).isEqualTo(field.getName());
        }

        assertThat(numbers).isEqualTo(parse(table));
        int all = numbers.values().stream().mapToInt(Integer::intValue).sum();
        assertThat(print(type, all).split("\\|"))
                .containsExactlyInAnyOrderElementsOf(numbers.keySet());
        assertThat(print(type, Integer.MIN_VALUE | 1)).endsWith("|0x80000000");
        assertThat(print(type, 0)).isEqualTo("0");
    }

    private static String print(Class<?> type, int bits) throws ReflectiveOperationException {
        return (String) type.getMethod("toString", int.class).invoke(null, bits);
    }

    private static Map<String, Integer> parse(String table) {
        Map<String, Integer> numbers = new TreeMap<>();
        Arrays.stream(table.split(","))
                .map(String::strip)
                .map(entry -> entry.split(" "))
                .forEach(entry -> numbers.put(entry[0], Integer.valueOf(entry[1])));
        return numbers;
    }
}
