package org.urdma4j.report.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.urdma4j.measure.matrix.Cell;
import org.urdma4j.measure.matrix.Grid;
import org.urdma4j.measure.matrix.Matrix;
import org.urdma4j.measure.matrix.MatrixResult;
import org.urdma4j.measure.sim.Profile;
import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.simulation.loss.LossSpec;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;

/** What is written of a small grid at 1 Gbit/s. */
class MatrixFilesTest {
    private static final Grid SMALL =
            new Grid(
                    List.of(Profile.STANDARD),
                    List.of(1_000_000L, 10_000_000L),
                    List.of(LossSpec.NONE, new Bernoulli(0.001), new Bernoulli(0.01)));

    private static MatrixResult matrix;

    private static SimOptions options(Cell cell) {
        return SimOptions.builder()
                .rateBps(1_000_000_000)
                .rttNs(cell.rttNs())
                .loss(cell.loss())
                .profile(cell.profile())
                .timeNs(1_000_000_000)
                .build();
    }

    @BeforeAll
    static void run() throws InterruptedException {
        matrix = Matrix.run(SMALL, MatrixFilesTest::options, 2, _ -> true);
    }

    @Test
    void shouldWriteTheCellsThatHadRunWhenItWasEnded() throws Exception {
        MatrixResult ended = Matrix.run(SMALL, MatrixFilesTest::options, 1, share -> share < 0.4);

        StringBuilder csv = new StringBuilder();
        CsvReport.write(ended, csv);
        assertThat(csv.toString().lines()).hasSize(3);
        StringBuilder html = new StringBuilder();
        HtmlReport.write(ended, html);
        assertThat(html.toString()).contains("Not all cells have run").endsWith("</html>\n");
        assertThat(html.toString().split("<tr>", -1)).hasSize(1 + 1 + 2);
    }

    @Test
    void shouldWriteALineOfCsvForEachCell() throws IOException {
        StringBuilder csv = new StringBuilder();

        CsvReport.write(matrix, csv);

        List<String> lines = csv.toString().lines().toList();
        assertThat(lines).hasSize(7);
        int columns = lines.getFirst().split(",", -1).length;
        assertThat(lines).allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(columns));
        assertThat(lines.getFirst()).startsWith("profile,rate_bps,rtt_ms,loss,queue_bytes,");
        assertThat(lines.get(1)).startsWith("standard,1000000000,1,0,125000,4096,1000,1,9");
        assertThat(lines.get(5)).startsWith("standard,1000000000,10,0.001,1250000,4096,1000,1,");
    }

    /** The page is well-formed, needs nothing from elsewhere, and has a bar for each cell. */
    @Test
    void shouldDrawAPageThatStandsAlone() throws Exception {
        StringBuilder html = new StringBuilder();

        HtmlReport.write(matrix, html);

        String page = html.toString();
        assertThat(page).doesNotContain("http", "src=", "<script", "NaN");
        String svg = page.substring(page.indexOf("<svg"), page.indexOf("</svg>") + 6);
        Document document =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(svg)));
        NodeList bars = document.getElementsByTagName("rect");
        assertThat(bars.getLength()).isEqualTo(6 + 3);
        assertThat(svg).contains(">Gbit/s<", ">RTT 10 ms<", ">loss 0.1 %<");
        assertThat(page.split("<tr>", -1)).hasSize(1 + 1 + 6);
        // go-back-N: 1 / (1 - 0.01 + 0.01 x 299 packets) of it
        assertThat(height(bars, 0) / height(bars, 5)).isBetween(3.0, 5.0);
    }

    private static double height(NodeList bars, int i) {
        return Double.parseDouble(
                bars.item(i).getAttributes().getNamedItem("height").getNodeValue());
    }
}
