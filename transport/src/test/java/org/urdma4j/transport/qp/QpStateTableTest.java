package org.urdma4j.transport.qp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The state table against one that is typed in here from ibv_modify_qp(3) and the kernel's table,
 * with RATE_LIMIT where newer kernels have it and our own URDMA attributes: every pair of states,
 * every missing and every extra attribute.
 */
class QpStateTableTest {
    private static final List<QpType> TYPES =
            List.of(QpType.RC, QpType.UC, QpType.UD, QpType.RAW_PACKET);

    /** Types; from, to; required; optional. Moves to RESET and ERR are not listed. */
    private static final String TABLE =
            """
            RC UC; RESET INIT;  PKEY_INDEX PORT ACCESS_FLAGS;
            UD;    RESET INIT;  PKEY_INDEX PORT QKEY;
            RC UC; INIT INIT;   ; PKEY_INDEX PORT ACCESS_FLAGS
            UD;    INIT INIT;   ; PKEY_INDEX PORT QKEY
            RC;    INIT RTR;    AV PATH_MTU DEST_QPN RQ_PSN MAX_DEST_RD_ATOMIC MIN_RNR_TIMER; ALT_PATH ACCESS_FLAGS PKEY_INDEX URDMA_OFFER URDMA_PEER_OFFER URDMA_TUNING
            UC;    INIT RTR;    AV PATH_MTU DEST_QPN RQ_PSN; ALT_PATH ACCESS_FLAGS PKEY_INDEX URDMA_TUNING
            UD;    INIT RTR;    ; PKEY_INDEX QKEY
            RC;    RTR RTS;     SQ_PSN TIMEOUT RETRY_CNT RNR_RETRY MAX_QP_RD_ATOMIC; CUR_STATE ALT_PATH ACCESS_FLAGS MIN_RNR_TIMER PATH_MIG_STATE RATE_LIMIT
            UC;    RTR RTS;     SQ_PSN; CUR_STATE ALT_PATH ACCESS_FLAGS PATH_MIG_STATE RATE_LIMIT
            UD;    RTR RTS;     SQ_PSN; CUR_STATE QKEY RATE_LIMIT
            RC;    RTS RTS;     ; CUR_STATE ACCESS_FLAGS ALT_PATH PATH_MIG_STATE MIN_RNR_TIMER RATE_LIMIT
            UC;    RTS RTS;     ; CUR_STATE ACCESS_FLAGS ALT_PATH PATH_MIG_STATE RATE_LIMIT
            UD;    RTS RTS;     ; CUR_STATE QKEY RATE_LIMIT
            RC UC UD; RTS SQD;  ; EN_SQD_ASYNC_NOTIFY
            RC;    SQD SQD;     ; PORT AV TIMEOUT RETRY_CNT RNR_RETRY MAX_QP_RD_ATOMIC MAX_DEST_RD_ATOMIC ALT_PATH ACCESS_FLAGS PKEY_INDEX MIN_RNR_TIMER PATH_MIG_STATE
            UC;    SQD SQD;     ; AV ALT_PATH ACCESS_FLAGS PKEY_INDEX PATH_MIG_STATE
            UD;    SQD SQD;     ; PKEY_INDEX QKEY
            RC;    SQD RTS;     ; CUR_STATE ALT_PATH ACCESS_FLAGS MIN_RNR_TIMER PATH_MIG_STATE RATE_LIMIT
            UC;    SQD RTS;     ; CUR_STATE ALT_PATH ACCESS_FLAGS PATH_MIG_STATE RATE_LIMIT
            UD;    SQD RTS;     ; CUR_STATE QKEY RATE_LIMIT
            UC;    SQE RTS;     ; CUR_STATE ACCESS_FLAGS
            UD;    SQE RTS;     ; CUR_STATE QKEY
            RAW_PACKET; RESET INIT; PORT;
            RAW_PACKET; INIT INIT; ;
            RAW_PACKET; INIT RTR; ;
            RAW_PACKET; RTR RTS; ; RATE_LIMIT
            RAW_PACKET; RTS RTS; ; RATE_LIMIT
            RAW_PACKET; RTS SQD; ; EN_SQD_ASYNC_NOTIFY
            RAW_PACKET; SQD SQD; ;
            RAW_PACKET; SQD RTS; ; RATE_LIMIT
            RAW_PACKET; SQE RTS; ;
            """;

    record Legal(QpType type, QpState from, QpState to, List<String> needs, List<String> takes) {
        private static List<Legal> parse(String line) {
            String[] cells = line.split(";", -1);
            List<Legal> result = new ArrayList<>();
            for (String type : words(cells[0])) {
                List<String> states = words(cells[1]);
                result.add(
                        new Legal(
                                QpType.valueOf(type),
                                QpState.valueOf(states.getFirst()),
                                QpState.valueOf(states.getLast()),
                                words(cells[2]),
                                words(cells[3])));
            }
            return result;
        }

        private static List<String> words(String cell) {
            return cell.isBlank() ? List.of() : List.of(cell.strip().split(" +"));
        }

        private int needsMask() {
            return mask(needs);
        }

        private static int mask(List<String> names) {
            return names.stream().mapToInt(QpStateTableTest::bit).reduce(0, (a, b) -> a | b);
        }
    }

    private static int bit(String name) {
        try {
            return QpAttrMask.class.getField(name).getInt(null);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(name, e);
        }
    }

    /** Returns every bit that an attribute has. */
    private static List<String> attributes() {
        return Stream.of(QpAttrMask.class.getFields())
                .map(java.lang.reflect.Field::getName)
                .filter(name -> !name.equals("STATE"))
                .toList();
    }

    static List<Legal> legal() {
        List<Legal> moves = new ArrayList<>();
        TABLE.lines().forEach(line -> moves.addAll(Legal.parse(line)));
        for (QpType type : TYPES) {
            for (QpState state : states()) {
                moves.add(new Legal(type, state, QpState.RESET, List.of(), List.of()));
                if (state != QpState.RESET) {
                    moves.add(new Legal(type, state, QpState.ERR, List.of(), List.of()));
                }
            }
        }
        return moves;
    }

    private static List<QpState> states() {
        return Stream.of(QpState.values()).filter(state -> state != QpState.UNKNOWN).toList();
    }

    private static String objection(Legal move, int mask) {
        return QpStateTable.objection(move.type(), move.from(), move.to(), mask);
    }

    @Test
    void shouldKnowEveryAttribute() {
        assertThat(attributes()).hasSize(24).contains("QKEY", "CAP", "RATE_LIMIT");
    }

    @Test
    void shouldHaveExactlyTheLegalMoves() {
        for (QpType type : QpType.values()) {
            for (QpState from : QpState.values()) {
                for (QpState to : QpState.values()) {
                    Optional<Legal> move =
                            legal().stream()
                                    .filter(m -> m.type() == type)
                                    .filter(m -> m.from() == from && m.to() == to)
                                    .findFirst();
                    int mask = QpAttrMask.STATE | move.map(Legal::needsMask).orElse(0);
                    String objection = QpStateTable.objection(type, from, to, mask);
                    assertThat(objection == null)
                            .as("%s %s to %s: %s", type, from, to, objection)
                            .isEqualTo(move.isPresent());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("legal")
    void shouldMissEachRequiredAttribute(Legal move) {
        for (String name : move.needs()) {
            int mask = QpAttrMask.STATE | (move.needsMask() & ~bit(name));

            assertThat(objection(move, mask)).contains("needs " + name);
        }
    }

    @ParameterizedTest
    @MethodSource("legal")
    void shouldTakeEachOptionalAttributeAndAllOfThem(Legal move) {
        int needed = QpAttrMask.STATE | move.needsMask();
        for (String name : move.takes()) {
            assertThat(objection(move, needed | bit(name))).as(name).isNull();
        }
        assertThat(objection(move, needed | Legal.mask(move.takes()))).isNull();
    }

    @ParameterizedTest
    @MethodSource("legal")
    void shouldRefuseEveryOtherAttribute(Legal move) {
        int needed = QpAttrMask.STATE | move.needsMask();
        for (String name : attributes()) {
            if (!move.needs().contains(name) && !move.takes().contains(name)) {
                assertThat(objection(move, needed | bit(name))).contains("does not take " + name);
            }
        }
    }

    @Test
    void shouldRefuseABitThatNoAttributeHas() {
        int unknown = 1 << 30;

        assertThat(QpStateTable.objection(QpType.RC, QpState.RTS, QpState.RTS, unknown))
                .contains("does not take");
    }

    @Test
    void shouldNotNeedTheStateBitToStay() {
        assertThat(
                        QpStateTable.objection(
                                QpType.RC, QpState.RTS, QpState.RTS, QpAttrMask.MIN_RNR_TIMER))
                .isNull();
    }
}
