package org.urdma4j.report.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.urdma4j.lab.LabCell;
import org.urdma4j.lab.LabResults;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;

/** CSV and page of {@link SampleLab}. */
class LabFilesTest {
    private static LabResults results;

    @BeforeAll
    static void run() throws IOException, InterruptedException {
        results = SampleLab.results();
    }

    @Test
    void shouldWriteALineForEachFlow() throws IOException {
        StringBuilder csv = new StringBuilder();

        LabCsv.write(results, csv);

        List<String> lines = csv.toString().lines().toList();
        assertThat(lines).hasSize(1 + 2 * 2 * 4);
        int columns = lines.getFirst().split(",", -1).length;
        assertThat(lines).allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(columns));
        assertThat(lines.get(1))
                .startsWith("20,0.001,1000000000,1500,20,1,urdma,1,urdma,940000000,940000000,")
                .endsWith(",1,7,20.5,20,1.5,2.5,0,80,1,,,");
        assertThat(lines.get(1).split(",", -1)[13]).isEqualTo("1.01075"); // 940 / 930
        assertThat(lines)
                .filteredOn(line -> line.contains("\"1 % late\""))
                .singleElement()
                .asString()
                .startsWith("80,0.01,1000000000,1500,20,2,urdma,1,urdma,111000000,")
                .endsWith(",1200,2,\"1 % late\",,");
        assertThat(lines)
                .filteredOn(line -> line.contains("gone"))
                .singleElement()
                .asString()
                .startsWith("80,0.01,1000000000,1500,20,2,tcp-bbr,,,,,937217000,")
                .endsWith(",1,,\"tcp-bbr client: \"\"x\"\" <is> gone\",");
    }

    /** The page is well-formed, needs nothing from elsewhere, and has a bar for each median. */
    @Test
    void shouldDrawAPageThatStandsAlone() throws Exception {
        StringBuilder html = new StringBuilder();

        LabHtml.write(results, html);

        String page = html.toString();
        assertThat(page)
                .startsWith("<!DOCTYPE html>")
                .endsWith("</html>\n")
                .doesNotContain("http", "src=", "<script", "NaN", "<is>")
                .contains("1 Gbit/s, MTU 1500", "void: 1 % late", "&lt;is&gt; gone")
                .contains("2 repeats of 30 s, of which the first 5 s are left out");
        String svg = page.substring(page.indexOf("<svg"), page.indexOf("</svg>") + 6);
        Document document =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(svg)));
        // two cells and the legend, three mixes
        assertThat(document.getElementsByTagName("rect").getLength()).isEqualTo(9);
        assertThat(svg).contains(">RTT 80 ms<", ">loss 1 %<", ">Gbit/s<", ">bound<");
        assertThat(page.split("<tr>", -1)).hasSize(1 + 1 + 6 + 1 + 16);
    }

    /** A file that an img element shows: with its name space, colours and ground. */
    @Test
    void shouldDrawAPictureThatStandsAlone() throws Exception {
        StringBuilder svg = new StringBuilder();

        LabFigure.write(results, svg);

        Document document =
                DocumentBuilderFactory.newDefaultNSInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(svg.toString())));
        assertThat(document.getDocumentElement().getNamespaceURI())
                .isEqualTo("http://www.w3.org/2000/svg");
        assertThat(document.getElementsByTagName("rect").getLength()).isEqualTo(1 + 9);
        assertThat(svg).doesNotContain("var(").contains(".flow2 {", ".range {", ".ground {");
    }

    @Test
    void shouldNameModelsOfLoss() {
        LabCell cell = LabCell.parse("20ms/burst:2s,20ms,0.8/1G", 1, 0);

        assertThat(LabNames.path(cell)).isEqualTo("20 ms, burst:2s,20ms,0.8");
    }
}
