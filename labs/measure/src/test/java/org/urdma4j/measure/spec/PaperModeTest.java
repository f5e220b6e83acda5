package org.urdma4j.measure.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.measure.spec.PaperMode.Mechanism;
import org.urdma4j.verbs.PaperRule;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;

import tools.jackson.databind.json.JsonMapper;

import java.util.Set;

class PaperModeTest {
    private static final PaperMode ALL = new PaperMode(Set.of(Mechanism.values()), null);

    @Test
    void shouldSetEachMechanism() {
        UrdmaTuning tuning = ALL.tune(UrdmaTuning.builder()).build();

        assertThat(tuning.paperRules())
                .containsExactlyInAnyOrder(PaperRule.CYCLE, PaperRule.DECREASE);
        assertThat(tuning.paperReports()).isTrue();
        assertThat(ALL.initialWindow(128)).isEqualTo(2);
        assertThat(ALL.fec(null, "off")).isEqualTo("paper");
        assertThat(ALL.fec("20,4", "off")).isEqualTo("20,4");
        assertThat(ALL.sack()).isEqualTo(new SackTrigger(64, 1000));
    }

    @Test
    void shouldChangeNothingUnlessAsked() {
        assertThat(PaperMode.NONE.wanted()).isFalse();
        assertThat(PaperMode.NONE.tune(UrdmaTuning.builder()).build())
                .isEqualTo(UrdmaTuning.DEFAULT);
        assertThat(PaperMode.NONE.offer(UrdmaOffer.builder()).build())
                .isEqualTo(UrdmaOffer.DEFAULT);
        assertThat(PaperMode.NONE.initialWindow(128)).isEqualTo(128);
        assertThat(PaperMode.NONE.fec(null, "off")).isEqualTo("off");
    }

    @Test
    void shouldReportAsInThePaperWhereCountAndTimeAreGiven() {
        PaperMode mode = new PaperMode(Set.of(), SackTrigger.parse("7,5ms"));

        assertThat(mode.has(Mechanism.SACK)).isTrue();
        UrdmaOffer offer = mode.offer(UrdmaOffer.builder()).build();
        assertThat(offer.sackPackets()).isEqualTo(7);
        assertThat(offer.sackIntervalMicros()).isEqualTo(5000);
    }

    @Test
    void shouldSurviveTheControlConnection() {
        RunSpec plain = RunSpecs.of(Protocol.URDMA, Operation.WRITE, Direction.FORWARD);
        for (PaperMode mode : new PaperMode[] {PaperMode.NONE, ALL}) {
            RunSpec spec = plain.withTuning(plain.tuning().withPaper(mode));

            String line = SpecJson.write(spec).toString();

            assertThat(SpecJson.read(JsonMapper.shared().readTree(line))).isEqualTo(spec);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "64", "64,", "x,1ms", "-1,1ms", "1,2,3ms", "0,1ms", "64,66ms"})
    void shouldRefuseWhatIsNoCountAndTime(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> SackTrigger.parse(text));
    }
}
