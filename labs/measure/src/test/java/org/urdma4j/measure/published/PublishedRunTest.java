package org.urdma4j.measure.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.measure.evaluation.Candidate;
import org.urdma4j.measure.json.Json;
import org.urdma4j.measure.json.PublishedJson;
import org.urdma4j.simulation.congestion.Rival;
import org.urdma4j.verbs.CongestionControlType;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.List;
import java.util.Set;

class PublishedRunTest {
    private static final Candidate RRCC = new Candidate.Urdma(CongestionControlType.RRCC, Set.of());
    private static final Candidate CUBIC = new Candidate.Tcp(Rival.CUBIC);

    private static double seconds(PublishedTest test, Candidate tried) {
        return new PublishedRun(test, 1).play(tried, _ -> {});
    }

    /** Two simulators that know nothing of each other agree on CUBIC alone. */
    @ParameterizedTest
    @EnumSource(names = {"ALONE", "ALONE_200", "ALONE_1_5M", "ALONE_512K"})
    void cubicAloneShouldTakeWhatPicoquicsTakes(PublishedTest test) {
        double published = test.figures().getLast().mean();
        assertThat(seconds(test, CUBIC)).isCloseTo(published, within(0.05 * published));
    }

    @ParameterizedTest
    @EnumSource(names = {"ALONE", "DROP_AND_BACK", "BLACKHOLE", "SHORT_LONG"})
    void shouldBeAsSoonAsC4WhereThePathChanges(PublishedTest test) {
        assertThat(seconds(test, RRCC)).isLessThan(1.02 * test.figures().getFirst().mean());
    }

    /** What both send, 50 MB at 20 Mbit/s, takes 20 s: who ends sooner took it from CUBIC. */
    @Test
    void shouldLeaveItsShareToCubic() {
        assertThat(seconds(PublishedTest.VS_CUBIC_LG, RRCC)).isBetween(18.0, 22.5);
    }

    @Test
    void shouldReturnWhatHadEndedWhenItIsStopped() throws InterruptedException {
        List<PublishedResult> stopped = Published.run(CUBIC, 1, 3, 1, _ -> false);
        assertThat(stopped).hasSize(PublishedTest.values().length);
        assertThat(stopped.getLast().seconds()).isEmpty();
        assertThat(stopped.getLast().mean()).isNaN();
    }

    @Test
    void shouldPlayASeedAgain() {
        double first = seconds(PublishedTest.VS_OWN, RRCC);
        assertThat(seconds(PublishedTest.VS_OWN, RRCC)).isEqualTo(first);
    }

    @Test
    void shouldTellProgramsTheMeanAndTheNinetiethPercentile() {
        List<Double> seconds = List.of(9.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0);
        PublishedResult result = new PublishedResult(PublishedTest.VS_BBR, seconds);
        JsonNode json = JsonMapper.shared().readTree(Json.text(PublishedJson.of(result)));
        assertThat(json.get("test").asString()).isEqualTo("vs_bbr");
        assertThat(json.get("runs").asInt()).isEqualTo(10);
        assertThat(json.get("mean").asDouble()).isEqualTo(5.5);
        assertThat(json.get("p90").asDouble()).isEqualTo(9);
        assertThat(json.get("published_c4").get("p90").asDouble()).isEqualTo(2.825);
        assertThat(json.get("published_cubic").get("mean").asDouble()).isEqualTo(2.853);
    }
}
