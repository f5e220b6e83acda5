package org.urdma4j.rdmacore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** What a run in a guest is judged by, without a guest. */
class GuestVerdictsTest {
    private static final String KNOWN = "StateCases.shouldTellThatThePeerIsThere";

    /** Lines of a run in which all is as it is known. */
    private static List<String> lines() {
        List<String> lines = new ArrayList<>();
        GuestVerdicts.OF_THE_DEVICE.forEach((name, text) -> {
            lines.add("FAILED  " + name + " [1] which = \"some\" 12 ms");
            lines.add("    java.lang.AssertionError: " + text + " ");
        });
        lines.add("passed  UserCases.shouldDoSomething 3 ms");
        lines.add("skipped MemoryCases.shouldTry not supported by the provider: EOPNOTSUPP: no");
        return lines;
    }

    @Test
    void shouldBeContentWithWhatIsKnown() {
        assertThat(GuestVerdicts.surprises(lines())).isEmpty();
        assertThat(GuestVerdicts.count(lines(), "passed")).isEqualTo(1);
    }

    @Test
    void shouldTellOfACaseThatHoldsNow() {
        List<String> lines = new ArrayList<>(lines());
        int at = lines.indexOf("FAILED  " + KNOWN + " [1] which = \"some\" 12 ms");
        lines.set(at, "passed  " + KNOWN + " 2 ms");
        assertThat(GuestVerdicts.surprises(lines))
                .singleElement()
                .asString()
                .startsWith("passed  " + KNOWN);
    }

    @Test
    void shouldTellOfWhatFailsFailsOtherwiseIsSkippedForAnotherReasonOrIsMissing() {
        List<String> lines = new ArrayList<>(lines());
        lines.set(lines.indexOf("    java.lang.AssertionError: [event COMM_EST] "), "    other");
        lines.add("FAILED  UserCases.shouldDoMore 3 ms");
        lines.add("    java.util.concurrent.TimeoutException");
        lines.add("skipped DeviceCases.shouldTry no device here");
        assertThat(GuestVerdicts.surprises(lines)).hasSize(3);
        assertThat(GuestVerdicts.surprises(List.of()))
                .hasSameSizeAs(GuestVerdicts.OF_THE_DEVICE.keySet());
    }
}
