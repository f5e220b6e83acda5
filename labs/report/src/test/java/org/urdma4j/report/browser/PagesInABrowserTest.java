package org.urdma4j.report.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.measure.matrix.Grid;
import org.urdma4j.measure.matrix.Matrix;
import org.urdma4j.measure.matrix.MatrixResult;
import org.urdma4j.measure.sim.Profile;
import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.report.lab.LabHtml;
import org.urdma4j.report.lab.SampleLab;
import org.urdma4j.report.matrix.HtmlReport;
import org.urdma4j.report.run.BenchPage;
import org.urdma4j.report.run.SampleRuns;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.simulation.loss.LossSpec;

import tools.jackson.databind.node.ObjectNode;

import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What only a browser can tell of the pages. */
@Tag("browser")
class PagesInABrowserTest {
    private static final int DESK = 1280;
    private static final int PHONE = 390;

    /** Pixels of a line of text that is still read without effort. */
    private static final double LEGIBLE = 8;

    @TempDir private Path folder;

    @BeforeAll
    static void find() throws InterruptedException {
        Chromium.require();
    }

    /** As it is, with its policy: no complaint, and something in each colour of the curves. */
    @Test
    void shouldShowThreeRunsInThreeColours() throws Exception {
        List<String> complaints = new ArrayList<>();

        BufferedImage picture =
                new Chromium(folder)
                        .picture(
                                BenchPage.html(SampleRuns.threeProtocols(30), "Three protocols"),
                                DESK,
                                complaints);

        assertThat(complaints).isEmpty();
        assertThat(picture.getWidth()).isEqualTo(DESK);
        assertThat(colours(picture)).contains(0xffffff, 0x0b57d0, 0xb3440a, 0x00735c);
    }

    @Test
    void shouldFitAPhone() throws Exception {
        List<ObjectNode> runs = new ArrayList<>();
        SampleRuns.threeProtocols(30).forEach(run -> runs.add((ObjectNode) run));
        runs.getFirst().put("error", "no answer from 2001:db8:1234:5678:9abc:def0:1234:5678:4791");

        Layout layout =
                Layout.of(
                        new Chromium(folder),
                        BenchPage.html(List.copyOf(runs), "A-title-without-a-space".repeat(4)),
                        PHONE);

        checkPictures(layout, PHONE, 4);
    }

    @Test
    void shouldFitADesk() throws Exception {
        // figures that make the longest labels
        Layout layout =
                Layout.of(
                        new Chromium(folder),
                        BenchPage.html(
                                List.of(SampleRuns.run("urdma", "rrcc", 12.4e9, 123.4, 3600)), "t"),
                        DESK);

        checkPictures(layout, DESK, 4);
    }

    @Test
    void shouldFitTheMatrix() throws Exception {
        Grid grid =
                new Grid(
                        List.of(Profile.URDMA),
                        List.of(100_000L, 1_000_000L),
                        List.of(
                                LossSpec.NONE,
                                new Bernoulli(0.00001),
                                new Bernoulli(0.0001),
                                new Bernoulli(0.001),
                                new Bernoulli(0.01)));
        MatrixResult matrix =
                Matrix.run(
                        grid,
                        cell ->
                                SimOptions.builder()
                                        .rateBps(100_000_000)
                                        .rttNs(cell.rttNs())
                                        .loss(cell.loss())
                                        .profile(cell.profile())
                                        .timeNs(100_000_000)
                                        .build(),
                        1,
                        _ -> true);
        StringBuilder html = new StringBuilder();
        HtmlReport.write(matrix, html);

        Layout layout = Layout.of(new Chromium(folder), html.toString(), DESK);

        checkPictures(layout, DESK, 1);
    }

    @Test
    void shouldFitTheLab() throws Exception {
        StringBuilder html = new StringBuilder();
        LabHtml.write(SampleLab.results(), html);

        Layout layout = Layout.of(new Chromium(folder), html.toString(), DESK);

        checkPictures(layout, DESK, 1);
    }

    /** The judge itself: it sees what is wrong with a bad page. */
    @Test
    void shouldFindWhatIsWrongWithABadPage() throws Exception {
        String page =
                """
                <!DOCTYPE html><html><body>
                <div style="width: 3000px">wide</div>
                <svg viewBox="0 0 100 50" width="100">
                <text x="10" y="20">one</text><text x="12" y="22">two</text>
                <text x="80" y="45">sticks out</text><rect x="-20" y="0" width="9" height="9"/>
                </svg>
                <script>setTimeout(() => { throw new Error('bad'); }, 0);</script></body></html>
                """;

        List<String> wrong = Layout.of(new Chromium(folder), page, DESK).wrong();

        assertThat(wrong).anyMatch(line -> line.startsWith("wider than the window: HTML"));
        assertThat(wrong).contains("text over \"one\": text two");
        assertThat(wrong).contains("text leaves the picture: text sticks out");
        assertThat(wrong).anyMatch(line -> line.startsWith("shape leaves the picture: rect"));
    }

    private static void checkPictures(Layout layout, int width, int count) {
        assertThat(layout.width()).isEqualTo(width);
        assertThat(layout.wrong()).isEmpty();
        assertThat(layout.errors()).isEmpty();
        List<Layout.Picture> pictures =
                layout.pictures().stream().filter(picture -> !picture.hidden()).toList();
        assertThat(pictures).hasSize(count);
        assertThat(pictures)
                .allSatisfy(picture -> {
                    assertThat(picture.width()).isGreaterThan(width / 4.0);
                    assertThat(picture.height()).isGreaterThan(100);
                    assertThat(picture.text()).isGreaterThan(LEGIBLE);
                    assertThat(picture.label()).isNotEmpty();
                });
    }

    private static Set<Integer> colours(BufferedImage picture) {
        Set<Integer> colours = new HashSet<>();
        for (int y = 0; y < picture.getHeight(); y++) {
            for (int x = 0; x < picture.getWidth(); x++) {
                colours.add(picture.getRGB(x, y) & 0xffffff);
            }
        }
        return colours;
    }
}
