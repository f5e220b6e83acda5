package org.urdma4j.fec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FecModeTest {
    @Test
    void shouldReadEachForm() {
        assertThat(FecMode.parse("off")).isEqualTo(FecMode.OFF);
        assertThat(FecMode.parse("auto")).isEqualTo(FecMode.AUTO);
        assertThat(FecMode.parse("paper")).isEqualTo(FecMode.PAPER);
        assertThat(FecMode.parse("20, 8"))
                .isEqualTo(new FecMode(FecMode.Kind.FIXED, FecScheme.INTERLEAVED, 20, 8));
        assertThat(FecMode.parse("2d:10,12"))
                .isEqualTo(new FecMode(FecMode.Kind.FIXED, FecScheme.TWO_DIMENSIONAL, 10, 12));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"off", "auto", "paper", "20,8", "1,128", "511,128", "2d:10,12", "2d:64,64"})
    void shouldWriteWhatItReads(String text) {
        assertThat(FecMode.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "on", "20", "a,b", "2d:", "2d:3", "1,2,3", "3d:4,4", "99999999999,1"})
    void shouldSayWhatIsAllowed(String text) {
        assertThatThrownBy(() -> FecMode.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "FEC mode '%s' is none of: off, auto, paper, K,R (20,8), 2d:R,C (2d:20,20)"
                                .formatted(text));
    }

    @Test
    void shouldRefuseGroupsThatCannotBeSent() {
        assertThatThrownBy(() -> FecMode.parse("0,4")).hasMessageContaining("not 0,4");
        assertThatThrownBy(() -> FecMode.parse("4,-1")).hasMessageContaining("not 4,-1");
        assertThatThrownBy(() -> FecMode.parse("20,129"))
                .hasMessage("FEC groups have at most 128 repair packets, the R of K,R, not 129");
        assertThatThrownBy(() -> FecMode.parse("512,128"))
                .hasMessageContaining("at most 65535 packets, not 512 x 128");
        assertThatThrownBy(() -> FecMode.parse("2d:120,120"))
                .hasMessage(
                        "FEC groups have at most 128 repair packets, one for each row and column,"
                                + " not 120 + 120");
        assertThatThrownBy(() -> FecMode.parse("2d:2147483647,2147483647"))
                .hasMessageContaining("at most 128 repair packets");
        assertThatThrownBy(() -> new FecMode(FecMode.Kind.FIXED, FecScheme.NONE, 4, 4))
                .hasMessageContaining("no FEC scheme 0");
    }
}
