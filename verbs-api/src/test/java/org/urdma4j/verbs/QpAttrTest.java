package org.urdma4j.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

class QpAttrTest {
    private static final AhAttr AH = new AhAttr(GlobalRoute.to(Gid.ZERO, 1), 0, 1);

    /** A value other than the default for each field, beside the bit that stands for it. */
    private record Sample(
            Function<QpAttr, QpAttr> setter, Function<QpAttr, Object> getter, Object value) {}

    private static final Map<String, Sample> SAMPLES = new LinkedHashMap<>();

    private static void sample(
            String bit,
            Function<QpAttr, QpAttr> setter,
            Function<QpAttr, Object> getter,
            Object value) {
        SAMPLES.put(bit, new Sample(setter, getter, value));
    }

    static {
        AlternatePath altPath = new AlternatePath(AH, 1, 2, 3);
        QpCap cap = new QpCap(1, 2, 3, 4, 5);
        sample("STATE", a -> a.qpState(QpState.RTS), QpAttr::qpState, QpState.RTS);
        sample("CUR_STATE", a -> a.curQpState(QpState.SQD), QpAttr::curQpState, QpState.SQD);
        sample(
                "EN_SQD_ASYNC_NOTIFY",
                a -> a.enSqdAsyncNotify(true),
                QpAttr::enSqdAsyncNotify,
                true);
        sample("ACCESS_FLAGS", a -> a.qpAccessFlags(6), QpAttr::qpAccessFlags, 6);
        sample("PKEY_INDEX", a -> a.pkeyIndex(0xffff), QpAttr::pkeyIndex, 0xffff);
        sample("PORT", a -> a.portNum(255), QpAttr::portNum, 255);
        sample("QKEY", a -> a.qkey(0x8000_0000), QpAttr::qkey, 0x8000_0000);
        sample("AV", a -> a.ahAttr(AH), QpAttr::ahAttr, AH);
        sample("PATH_MTU", a -> a.pathMtu(Mtu.MTU_512), QpAttr::pathMtu, Mtu.MTU_512);
        sample("TIMEOUT", a -> a.timeout(31), QpAttr::timeout, 31);
        sample("RETRY_CNT", a -> a.retryCnt(7), QpAttr::retryCnt, 7);
        sample("RNR_RETRY", a -> a.rnrRetry(6), QpAttr::rnrRetry, 6);
        sample("RQ_PSN", a -> a.rqPsn(0xff_ffff), QpAttr::rqPsn, 0xff_ffff);
        sample("MAX_QP_RD_ATOMIC", a -> a.maxRdAtomic(255), QpAttr::maxRdAtomic, 255);
        sample("ALT_PATH", a -> a.altPath(altPath), QpAttr::altPath, altPath);
        sample("MIN_RNR_TIMER", a -> a.minRnrTimer(30), QpAttr::minRnrTimer, 30);
        sample("SQ_PSN", a -> a.sqPsn(0xff_fffe), QpAttr::sqPsn, 0xff_fffe);
        sample("MAX_DEST_RD_ATOMIC", a -> a.maxDestRdAtomic(254), QpAttr::maxDestRdAtomic, 254);
        sample(
                "PATH_MIG_STATE",
                a -> a.pathMigState(PathMigState.ARMED),
                QpAttr::pathMigState,
                PathMigState.ARMED);
        sample("CAP", a -> a.cap(cap), QpAttr::cap, cap);
        sample("DEST_QPN", a -> a.destQpNum(0xff_fffd), QpAttr::destQpNum, 0xff_fffd);
        UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(1428).build();
        UrdmaTuning tuning = UrdmaTuning.builder().fec("auto").build();
        sample("URDMA_OFFER", a -> a.urdmaOffer(offer), QpAttr::urdmaOffer, offer);
        sample("URDMA_PEER_OFFER", a -> a.urdmaPeerOffer(offer), QpAttr::urdmaPeerOffer, offer);
        sample("URDMA_TUNING", a -> a.urdmaTuning(tuning), QpAttr::urdmaTuning, tuning);
        sample("RATE_LIMIT", a -> a.rateLimit(0xffff_ffffL), QpAttr::rateLimit, 0xffff_ffffL);
    }

    private static int bit(String name) throws ReflectiveOperationException {
        Field field = QpAttrMask.class.getField(name);
        return field.getInt(null);
    }

    @Test
    void shouldHaveASetterForEachBitThatNotesIt() throws Exception {
        assertThat(SAMPLES.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(QpAttrMask.class.getFields()).map(Field::getName).toList());
        for (Map.Entry<String, Sample> entry : SAMPLES.entrySet()) {
            QpAttr attr = entry.getValue().setter().apply(new QpAttr());

            assertThat(attr.mask()).as(entry.getKey()).isEqualTo(bit(entry.getKey()));
            assertThat(entry.getValue().getter().apply(attr)).isEqualTo(entry.getValue().value());
        }
    }

    @Test
    void shouldCopyOnlyWhatTheMaskNames() throws Exception {
        QpAttr full = new QpAttr();
        for (Sample sample : SAMPLES.values()) {
            assertThat(sample.setter().apply(full)).isSameAs(full);
        }
        for (String copied : SAMPLES.keySet()) {
            QpAttr attr = new QpAttr().copyFrom(full, bit(copied));

            assertThat(attr.mask()).isEqualTo(bit(copied));
            SAMPLES.forEach((name, sample) -> {
                if (name.equals(copied)) {
                    assertThat(sample.getter().apply(attr)).isEqualTo(sample.value());
                } else {
                    assertThat(sample.getter().apply(attr)).isNotEqualTo(sample.value());
                }
            });
        }
        assertThat(new QpAttr().copyFrom(full, full.mask())).hasToString(full.toString());
    }

    @Test
    void shouldPrintOnlyWhatWasSet() {
        assertThat(new QpAttr()).hasToString("QpAttr[]");
        assertThat(new QpAttr().qpState(QpState.INIT).qpAccessFlags(2).sqPsn(0xabcdef))
                .hasToString("QpAttr[qpState=INIT, sqPsn=0xabcdef, qpAccessFlags=REMOTE_WRITE]");
    }

    @Test
    void shouldCopyDrainingWithTheState() {
        QpAttr from = new QpAttr().qpState(QpState.SQD).sqDraining(true);

        assertThat(from.mask()).isEqualTo(QpAttrMask.STATE);
        assertThat(new QpAttr().copyFrom(from, QpAttrMask.STATE).sqDraining()).isTrue();
    }

    @Test
    void shouldRefuseValuesOutOfRangeAndChangeNothing() {
        Map<String, Function<QpAttr, QpAttr>> wrong = new LinkedHashMap<>();
        wrong.put("rqPsn is 16777216", a -> a.rqPsn(1 << 24));
        wrong.put("sqPsn is -1", a -> a.sqPsn(-1));
        wrong.put("destQpNum is 16777216", a -> a.destQpNum(1 << 24));
        wrong.put("pkeyIndex is 65536", a -> a.pkeyIndex(1 << 16));
        wrong.put("maxRdAtomic is 256", a -> a.maxRdAtomic(256));
        wrong.put("maxDestRdAtomic is 256", a -> a.maxDestRdAtomic(256));
        wrong.put("minRnrTimer is 32", a -> a.minRnrTimer(32));
        wrong.put("portNum is 0", a -> a.portNum(0));
        wrong.put("timeout is 32", a -> a.timeout(32));
        wrong.put("retryCnt is 8", a -> a.retryCnt(8));
        wrong.put("rnrRetry is 8", a -> a.rnrRetry(8));
        wrong.put("rateLimit is 4294967296", a -> a.rateLimit(1L << 32));
        wrong.forEach((message, setter) -> {
            QpAttr attr = new QpAttr();
            assertThatThrownBy(() -> setter.apply(attr))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(message);
            assertThat(attr.mask()).isZero();
        });
    }

    @Test
    void shouldRefuseNullAndChangeNothing() {
        QpAttr attr = new QpAttr();

        assertThatThrownBy(() -> attr.ahAttr(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("ahAttr");
        assertThat(attr.mask()).isZero();
    }
}
