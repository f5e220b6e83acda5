package org.urdma4j.copy.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.time.ZoneId;

class WindowsTest {
    private static final ZoneId UTC = ZoneId.of("UTC");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "01:00-05:00 | 2026-03-01T00:00:00Z | 2026-03-01T01:00:00Z | 2026-03-01T05:00:00Z",
                "01:00-05:00 | 2026-03-01T05:00:00Z | 2026-03-02T01:00:00Z | 2026-03-02T05:00:00Z",
                "22:00-06:00 | 2026-03-01T23:00:00Z | 2026-03-01T23:00:00Z | 2026-03-02T06:00:00Z",
                "22:00-24:00,00:00-06:00 | 2026-03-01T12:00:00Z | 2026-03-01T22:00:00Z"
                        + " | 2026-03-02T06:00:00Z",
                "01:00-03:00,02:00-04:00:30 | 2026-03-01T00:00:00Z | 2026-03-01T01:00:00Z"
                        + " | 2026-03-01T04:00:30Z",
                "01:00-05:00@Europe/Berlin | 2026-01-01T00:30:00Z | 2026-01-01T00:30:00Z"
                        + " | 2026-01-01T04:00:00Z",
                // clocks go forward at 02:00 there: the night is an hour shorter
                "01:00-05:00@Europe/Berlin | 2026-03-28T23:00:00Z | 2026-03-29T00:00:00Z"
                        + " | 2026-03-29T03:00:00Z",
                // and back at 03:00: an hour longer
                "01:00-05:00@Europe/Berlin | 2026-10-24T22:00:00Z | 2026-10-24T23:00:00Z"
                        + " | 2026-10-25T04:00:00Z",
                "00:00-24:00 | 2026-03-01T12:00:00Z | 2026-03-01T12:00:00Z"
                        + " | +1000000000-12-31T23:59:59.999999999Z",
            })
    void shouldOpenAndClose(String text, Instant now, Instant opens, Instant closes) {
        Windows windows = Windows.parse(text, UTC);
        assertThat(windows.opens(now)).isEqualTo(opens);
        assertThat(windows.closes(opens)).isEqualTo(closes);
    }

    @Test
    void shouldBeOpenAlwaysUnlessAskedOtherwise() {
        assertThat(Windows.ALWAYS.isOpen(Instant.EPOCH)).isTrue();
        assertThat(Windows.ALWAYS.closes(Instant.EPOCH)).isEqualTo(Instant.MAX);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | \"\" is no window; write it like 01:00-05:00",
                "01:00 | \"01:00\" is no window",
                "1-5 | \"1\" is no time of the day; write it like 01:00",
                "01:00-25:00 | \"25:00\" is no time of the day",
                "24:00-24:01- | \"24:00-24:01-\" is no window",
                "03:00-03:00 | window 03:00-03:00 is empty",
                "01:00-02:00@Mars | there is no time zone \"Mars\"",
                "01:00-02:00@ | there is no time zone \"\"",
            })
    void shouldSayWhatIsWrong(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Windows.parse(text, UTC))
                .withMessageStartingWith(message);
    }
}
