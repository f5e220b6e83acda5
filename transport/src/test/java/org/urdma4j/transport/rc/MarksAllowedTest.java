package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;

/** Which queue pairs ask routers for congestion marks: those that slow down for them. */
class MarksAllowedTest {
    private static final int RTR =
            QpAttrMask.STATE
                    | QpAttrMask.AV
                    | QpAttrMask.PATH_MTU
                    | QpAttrMask.DEST_QPN
                    | QpAttrMask.RQ_PSN;

    private final Host host = new Host("a", EngineConfig.DEFAULT, 1 << 16, 1);

    private static final class Way implements Route {
        private boolean marked;

        @Override
        public boolean isFrom(Object source) {
            return true;
        }

        @Override
        public void allowMarks() {
            marked = true;
        }
    }

    private static UrdmaTuning tuning(CongestionControlType type) {
        return UrdmaTuning.builder()
                .congestionControl(type)
                .referenceRate(1_000_000_000, false)
                .build();
    }

    private Way connect(QpAttr attr, int more) {
        int init = QpAttrMask.STATE | QpAttrMask.PKEY_INDEX | QpAttrMask.ACCESS_FLAGS;
        host.qp.modify(Solo.attr().qpState(QpState.INIT), init, null, 0xffff);
        Way way = new Way();
        host.qp.modify(attr.qpState(QpState.RTR), RTR | more, way, 0);
        return way;
    }

    @ParameterizedTest
    @CsvSource({"DCQCN,true", "RRCC,false", "FIXED,false", "TIMELY,false", "TIMELY_PATCHED,false"})
    void standardShouldForDcqcn(CongestionControlType type, boolean expected) {
        Way way = connect(Solo.attr().urdmaTuning(tuning(type)), QpAttrMask.URDMA_TUNING);
        assertThat(way.marked).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "DCQCN,false,true",
        "DCQCN,true,true",
        "RRCC,false,false",
        "RRCC,true,true",
        "FIXED,true,false",
        "TIMELY,true,false"
    })
    void urdmaShouldForRrccIfThePeerReportsThem(
            CongestionControlType type, boolean seen, boolean expected) {
        UrdmaOffer theirs = UrdmaOffer.builder().marksSeen(seen).build();
        QpAttr attr =
                Solo.attr()
                        .urdmaOffer(UrdmaOffer.DEFAULT)
                        .urdmaPeerOffer(theirs)
                        .urdmaTuning(tuning(type));
        int more = QpAttrMask.URDMA_OFFER | QpAttrMask.URDMA_PEER_OFFER | QpAttrMask.URDMA_TUNING;
        assertThat(connect(attr, more).marked).isEqualTo(expected);
    }

    @Test
    void aNewWayShouldAllowThemToo() {
        QpAttr attr = Solo.attr().urdmaTuning(tuning(CongestionControlType.DCQCN));
        connect(attr, QpAttrMask.URDMA_TUNING);
        Way next = new Way();
        host.qp.modify(attr, QpAttrMask.AV, next, 0);
        assertThat(next.marked).isTrue();
    }

    @Test
    void afterResetTheNextConnectionShouldDecide() {
        QpAttr attr = Solo.attr().urdmaTuning(tuning(CongestionControlType.DCQCN));
        connect(attr, QpAttrMask.URDMA_TUNING);
        host.qp.modify(new QpAttr().qpState(QpState.RESET), QpAttrMask.STATE, null, 0);

        assertThat(connect(Solo.attr(), 0).marked).isFalse();
    }
}
