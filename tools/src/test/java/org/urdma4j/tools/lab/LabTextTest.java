package org.urdma4j.tools.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.lab.FlowKind;
import org.urdma4j.lab.FlowResult;
import org.urdma4j.lab.LabCell;
import org.urdma4j.lab.LabPlan;
import org.urdma4j.lab.LabResults;
import org.urdma4j.lab.Mix;
import org.urdma4j.lab.PathResult;
import org.urdma4j.lab.Trial;
import org.urdma4j.lab.TrialResult;
import org.urdma4j.lab.Trials;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

class LabTextTest {
    private static final LabCell CELL = LabCell.parse("20ms/0.1%", 1_000_000_000L, 0);

    private static String print(String mixes, Trials.Bench bench)
            throws IOException, InterruptedException {
        List<Mix> parsed = List.of(mixes.split(",")).stream().map(Mix::parse).toList();
        LabPlan plan = new LabPlan(List.of(CELL), parsed, 2, 10, 2);
        LabResults results = Trials.run(plan, bench, (_, _) -> {});
        StringWriter text = new StringWriter();
        LabText.print(results, new PrintWriter(text));
        return text.toString();
    }

    private static TrialResult result(Trial trial, String late, double... megabits) {
        List<FlowResult> flows = new ArrayList<>();
        for (int i = 0; i < megabits.length; i++) {
            FlowKind kind = trial.mix().flows().get(i);
            flows.add(new FlowResult(kind, megabits[i] * 1e6, 42, 21.25, 20, 1.5, 2.25, 0));
        }
        return TrialResult.of(trial, flows, new PathResult(100, late));
    }

    /** 0.94 Gbit/s are 0.1175 GB a second. */
    @Test
    void shouldPrintWhatTheMachineTook() throws IOException, InterruptedException {
        String text =
                print(
                        "urdma,tcp-bbr",
                        trial ->
                                result(trial, "", 940)
                                        .withProcessors(
                                                trial.mix().is(FlowKind.URDMA) ? 0.235 : 0.1175));

        assertThat(text.lines())
                .contains(
                        "    whole machine less the emulator: CPU s/GB 2.00, 2.00 of tcp-bbr in"
                                + " the same repeat",
                        "    whole machine less the emulator: CPU s/GB 1.00");
    }

    @Test
    void shouldPrintMediansSharesAndRatios() throws IOException, InterruptedException {
        String text =
                print(
                        "urdma,tcp-bbr",
                        trial ->
                                result(
                                        trial,
                                        "",
                                        trial.mix().is(FlowKind.URDMA)
                                                ? 930 + 10 * trial.repeat()
                                                : 940));

        assertThat(text.lines())
                .containsSequence(
                        "RTT, loss, link                             urdma          tcp-bbr",
                        "20 ms, 0.1 %, 1 Gbit/s, MTU 1500   0.935   98.9 %   0.940   99.4 %")
                .containsSequence(
                        "20 ms, 0.1 %, 1 Gbit/s, MTU 1500: bound 0.946 Gbit/s",
                        "  urdma                         0.935 (0.930-0.940); 0.995 of tcp-bbr in"
                                + " the same repeat (0.989-1.000)",
                        "    sent again 42, RTT 21.25 ms, CPU s/GB 1.50 sending, 2.25 receiving",
                        "  tcp-bbr                       0.940 (0.940-0.940)");
    }

    @Test
    void shouldPrintHowFlowsShare() throws IOException, InterruptedException {
        String text = print("urdma+tcp-cubic", trial -> result(trial, "", 300, 100));

        assertThat(text)
                .contains("    urdma has 75.0 % of it; sent again 42")
                .contains("    tcp-cubic has 25.0 % of it; ")
                .contains("    Jain's index 0.800");
    }

    @Test
    void shouldSayWhatIsVoidAndWhatFailed() throws IOException, InterruptedException {
        String text =
                print(
                        "urdma,standard",
                        trial -> {
                            if (trial.mix().is(FlowKind.URDMA)) {
                                return result(trial, "1 % were late", 500);
                            }
                            throw new IOException("standard client: no answer");
                        });

        assertThat(text)
                .containsPattern("MTU 1500 +void +failed\n")
                .contains(
                        "void after 2 attempts: urdma, 20 ms, 0.1 %, 1 Gbit/s, MTU 1500, repeat 1,"
                                + " 0.500 Gbit/s: 1 % were late")
                .contains(
                        "failed: standard, 20 ms, 0.1 %, 1 Gbit/s, MTU 1500, repeat 2: standard"
                                + " client: no answer");
    }
}
