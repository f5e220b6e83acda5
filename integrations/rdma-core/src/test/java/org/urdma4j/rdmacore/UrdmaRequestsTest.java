package org.urdma4j.rdmacore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.KeepAlive;
import org.urdma4j.verbs.PaperRule;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaPaths;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.VerbsException;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

class UrdmaRequestsTest {
    private static UrdmaTuning.Builder tuning() {
        return UrdmaTuning.builder();
    }

    /** What copies and streams say of each connection. */
    @Test
    void shouldTakeMeasuresThatMeanNothingHere() {
        UrdmaTuning measures =
                tuning().retryTime(Duration.ofSeconds(15))
                        .referenceRate(1_000_000_000, true)
                        .initialWindow(2)
                        .keepAlive(KeepAlive.every(Duration.ofSeconds(3)))
                        .paths(UrdmaPaths.OFF)
                        .build();
        UrdmaRequests.check((UrdmaTuning) null);
        UrdmaRequests.check(measures);
        QpAttr attr = new QpAttr().urdmaTuning(measures);
        UrdmaRequests.check(attr, attr.mask());
    }

    @Test
    void shouldNameWhatATuningInsistsOn() {
        Map<String, UrdmaTuning.Builder> refused =
                Map.of(
                        "congestion control BACKGROUND",
                        tuning().congestionControl(CongestionControlType.BACKGROUND),
                        "error correction 20,4",
                        tuning().fec("20,4"),
                        "several paths",
                        tuning().paths(UrdmaPaths.AUTO),
                        "grants",
                        tuning().grantRate(1_000_000),
                        "a weight of 3",
                        tuning().weight(3),
                        "rules of its paper",
                        tuning().paperRules(Set.of(PaperRule.CYCLE)));
        refused.forEach((name, tuning) -> {
            QpAttr attr = new QpAttr().urdmaTuning(tuning.build());
            assertThatThrownBy(() -> UrdmaRequests.check(attr, attr.mask()))
                    .isInstanceOfSatisfying(
                            VerbsException.class,
                            e -> assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP))
                    .hasMessageContaining(
                            "this device speaks no URDMA, which %s needs; leave it out", name)
                    .hasMessageNotContaining("\n");
            UrdmaRequests.check(attr, 0); // the mask doesn't name it
        });
    }
}
