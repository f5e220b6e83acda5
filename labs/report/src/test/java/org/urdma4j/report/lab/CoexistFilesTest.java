package org.urdma4j.report.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.lab.PathResult;
import org.urdma4j.lab.coexist.CoexistCell;
import org.urdma4j.lab.coexist.CoexistPlan;
import org.urdma4j.lab.coexist.CoexistResult;
import org.urdma4j.lab.coexist.CoexistTrace;
import org.urdma4j.lab.coexist.FlowTrace;
import org.urdma4j.lab.coexist.PathTrace;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;

/** CSV and page of a cell that ran and one that failed. */
class CoexistFilesTest {
    private static final CoexistCell CELL =
            new CoexistCell("cubic", 2, 90_000_000, 20_000_000, 1, true);
    private static final CoexistPlan PLAN = new CoexistPlan(List.of(CELL), "rrcc", 20, 5);

    private static FlowTrace flow(String name, double fromS, double toS, double bps) {
        return new FlowTrace(name, 1, 7, List.of(new FlowTrace.Span(fromS, toS, bps)));
    }

    private static List<CoexistResult> results() {
        CoexistTrace trace =
                new CoexistTrace(
                        flow("urdma", 1, 50, 30e6),
                        List.of(flow("tcp-cubic", 4, 36, 40e6), flow("tcp-cubic", 4, 36, 20e6)),
                        new PathTrace(
                                90_000_000,
                                List.of(
                                        new PathTrace.Reading(9, 0, 0, 0, 0),
                                        new PathTrace.Reading(20, 123_750_000, 1000, 5, 5000),
                                        new PathTrace.Reading(40, 348_750_000, 2000, 5, 9000))));
        return List.of(
                CoexistResult.of(PLAN, CELL, trace, new PathResult(90, "")),
                CoexistResult.failed(CELL, "tcp-cubic client: \"x\" <is> gone"));
    }

    @Test
    void shouldWriteALineForEachCell() throws IOException {
        StringBuilder csv = new StringBuilder();

        CoexistCsv.write(results(), csv);

        List<String> lines = csv.toString().lines().toList();
        assertThat(lines).hasSize(3);
        int columns = lines.getFirst().split(",", -1).length;
        assertThat(lines).allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(columns));
        assertThat(lines.get(1))
                .startsWith("cubic,2,90000000,20,1,ours,1,0.666667,1.33333,1,5,4,")
                .endsWith(",7,14,90,,");
        assertThat(lines.get(2))
                .startsWith("cubic,2,90000000,20,1,ours,,,,")
                .endsWith(",\"tcp-cubic client: \"\"x\"\" <is> gone\"");
    }

    /** The page is well-formed, needs nothing from elsewhere, and has a curve for each flow. */
    @Test
    void shouldDrawTheFlowsOverTime() throws Exception {
        StringBuilder html = new StringBuilder();

        CoexistHtml.write(PLAN, results(), html);

        String page = html.toString();
        assertThat(page).doesNotContain("http", "<script", "<is>").contains("&lt;is&gt; gone");
        String body = page.substring(page.indexOf("<body>"), page.indexOf("</body>") + 7);
        Document document =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(body)));
        NodeList paths = document.getElementsByTagName("path");
        int curves = 0;
        for (int i = 0; i < paths.getLength(); i++) {
            String kind = paths.item(i).getAttributes().getNamedItem("class").getNodeValue();
            boolean swatch =
                    paths.item(i)
                            .getAttributes()
                            .getNamedItem("d")
                            .getNodeValue()
                            .equals("M0 6H34");
            curves += kind.startsWith("curve") && !swatch ? 1 : 0;
        }
        assertThat(curves).isEqualTo(4); // ours, two rivals, the queue
        assertThat(page)
                .contains("<td>1.00 : 0.67 to 1.33</td>", "tcp-cubic 2", "shaded: not counted");
    }
}
