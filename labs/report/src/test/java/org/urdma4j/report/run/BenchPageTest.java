package org.urdma4j.report.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;

import javax.xml.parsers.DocumentBuilderFactory;

class BenchPageTest {
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir private Path folder;

    @Test
    void shouldWriteAFileThatStandsAlone() throws Exception {
        Path file = folder.resolve("report.html");

        BenchPage.write(file, SampleRuns.threeProtocols(10), "20 ms, 0.1 %");

        String page = Files.readString(file);
        Document document = parsed(page);
        assertThat(page).doesNotContain("src=", "<script", "@import", "url(", "NaN", "Infinity");
        assertThat(document.getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo("20 ms, 0.1 %");
        assertThat(document.getElementsByTagName("h1").item(0).getTextContent())
                .isEqualTo("20 ms, 0.1 %");
        assertThat(document.getElementsByTagName("figure").getLength()).isEqualTo(4);
    }

    /** Of documents that somebody else wrote, names, options, errors and paths are theirs. */
    @Test
    void shouldShowHostileTextAsText() throws Exception {
        String hostile =
                "</title></style><script>alert('\u202e\u009b')</script><img src=x onerror=y>\"";
        String json =
                SampleRuns.run("urdma", "rrcc", 935e6, 21, 4)
                        .toString()
                        .replaceAll(
                                ":\"[^\"]*\"",
                                Matcher.quoteReplacement(":" + JSON.writeValueAsString(hostile)));
        ObjectNode run = (ObjectNode) JSON.readTree(json);
        ((ObjectNode) run.path("start").path("test_start")).put(hostile, hostile);
        run.put("error", hostile).putArray("warnings").add(hostile);
        for (JsonNode interval : run.path("intervals")) {
            ((ObjectNode) interval)
                    .putArray("paths")
                    .addObject()
                    .put("local", hostile)
                    .put("remote", hostile)
                    .put("goodput_bps", 5e8);
        }

        String page = BenchPage.html(List.of(run, run), hostile);

        Document document = parsed(page);
        assertThat(page).doesNotContain("<script", "<img", "\u202e", "\u009b");
        assertThat(document.getElementsByTagName("style").getLength()).isEqualTo(1);
        assertThat(page).contains("&lt;script&gt;alert(&#39;\ufffd\ufffd&#39;)");
    }

    /** Of several paths each has a curve of its own in two more pictures. */
    @Test
    void shouldDrawEachPath() {
        ObjectNode run = SampleRuns.run("urdma", "rrcc", 935e6, 21, 4);
        for (JsonNode interval : run.path("intervals")) {
            var paths = ((ObjectNode) interval).putArray("paths");
            paths.addObject()
                    .put("local", "10.0.1.1")
                    .put("remote", "10.0.1.2")
                    .put("goodput_bps", 5e8)
                    .put("rtt_ms", 20.5);
            paths.addObject()
                    .put("local", "10.0.2.1")
                    .put("remote", "10.0.2.2")
                    .put("goodput_bps", 4e8)
                    .putNull("rtt_ms");
        }

        String page = BenchPage.html(List.of(run), "t");

        assertThat(parsed(page).getElementsByTagName("figure").getLength()).isEqualTo(6);
        assertThat(page)
                .contains("Each path", "Round-trip time of each path")
                .contains("10.0.1.1 - 10.0.1.2", "10.0.2.1 - 10.0.2.2")
                .doesNotContain("NaN");
    }

    @Test
    void shouldShowTheHeadlineFigures() {
        ObjectNode run = SampleRuns.run("urdma", "rrcc", 935e6, 21, 10);

        List<String> values = texts(parsed(BenchPage.html(List.of(run), "t")), "dd");

        // 1 / 1.03; 285 of 285,000; 0.82 + 0.75
        assertThat(values)
                .containsSubsequence(
                        "935 Mbit/s", "in 10 s", "97.1 %", "0.1 %", "285 packets, 95 repaired")
                .containsSubsequence("least 20.1 ms", "1.57", "0.82 here, 0.75 there");
    }

    @Test
    void shouldNotClaimWhatTcpDoesNotTell() {
        List<String> values =
                texts(
                        parsed(
                                BenchPage.html(
                                        List.of(SampleRuns.run("tcp", "bbr", 9e8, 20, 3)), "t")),
                        "dd");

        assertThat(values.get(2)).isEqualTo("-");
        assertThat(values.subList(4, 6)).containsExactly("285", "packets");
    }

    /** Values at the axis's ends are at the picture's: x 58 to 544, y 224 to 28. */
    @Test
    void shouldDrawValuesWhereTheAxisSays() {
        ObjectNode run = empty();
        interval(run, 0, 4, 500e6);
        interval(run, 4, 8, 1000e6);

        String path = curves(BenchPage.html(List.of(run), "t")).getFirst();

        assertThat(numbers(path)).hasSize(4);
        assertThat(numbers(path).get(0)).isCloseTo(58 + 486 * 0.25, within(0.051));
        assertThat(numbers(path).get(1)).isCloseTo(224 - 196 * 0.5, within(0.051));
        assertThat(numbers(path).get(2)).isCloseTo(58 + 486 * 0.75, within(0.051));
        assertThat(numbers(path).get(3)).isCloseTo(28, within(0.051));
    }

    @Test
    void shouldInterruptACurveWhereNothingWasMeasured() {
        ObjectNode run = empty();
        interval(run, 0, 1, 5e6);
        interval(run, 1, 2, Double.NaN);
        interval(run, 2, 3, 5e6);
        interval(run, 3, 4, 5e6);

        String path = curves(BenchPage.html(List.of(run), "t")).getFirst();

        assertThat(path).containsPattern("^M[^ML]+M[^ML]+L[^ML]+$");
    }

    @Test
    void shouldPutOmittedIntervalsBeforeTheOthers() {
        ObjectNode run = SampleRuns.run("urdma", "rrcc", 935e6, 21, 3);

        Run read = RunReader.read(List.of(run)).getFirst();

        assertThat(read.samples())
                .extracting(Sample::start)
                .containsExactly(-2.0, -1.0, 0.0, 1.0, 2.0);
        assertThat(read.measured(Metric.GOODPUT).count()).isEqualTo(3);
        Document page = parsed(BenchPage.html(List.of(run), "t"));
        assertThat(texts(page, "th")).contains("-2.00 to -1.00", "-1.00 to 0.00", "0.00 to 1.00");
        assertThat(attribute(page, "tr", "class", "not-counted")).isEqualTo(2);
        assertThat(attribute(page, "rect", "class", "omitted")).isEqualTo(4);
    }

    @Test
    void shouldLeaveTimesAsTheyAreWhereTheyGoOn() {
        ObjectNode run = empty();
        interval(run, 0, 1, 1e6);
        ((ObjectNode) run.path("intervals").path(0).path("sum")).put("omitted", true);
        interval(run, 1, 2, 1e6);

        Run read = RunReader.read(List.of(run)).getFirst();

        assertThat(read.samples()).extracting(Sample::start).containsExactly(0.0, 1.0);
    }

    @Test
    void shouldOverlayRunsInOnePicture() {
        String html = BenchPage.html(SampleRuns.threeProtocols(10), "t");

        Document page = parsed(html);
        Element throughput = (Element) page.getElementsByTagName("figure").item(0);
        assertThat(throughput.getElementsByTagName("figcaption").item(0).getTextContent())
                .isEqualTo("ThroughputURDMAStandard RoCEv2TCP cubic");
        String alternative =
                ((Element) throughput.getElementsByTagName("svg").item(3))
                        .getAttribute("aria-label");
        assertThat(alternative)
                .startsWith("Throughput over time. URDMA: 561 Mbit/s to ")
                .contains("TCP cubic: 16.8 Mbit/s to ");
        // a curve and twelve marks for each run, and the legend's
        assertThat(throughput.getElementsByTagName("path").getLength()).isEqualTo(3 * 13 + 3 * 2);
    }

    @Test
    void shouldNotMarkPointsThatWouldRunIntoEachOther() {
        String html = BenchPage.html(List.of(SampleRuns.run("urdma", "rrcc", 9e8, 21, 300)), "t");

        assertThat(attribute(parsed(html), "path", "class", "mark c0")).isEqualTo(4);
    }

    @Test
    void shouldTellRunsOfOneProtocolApart() {
        ObjectNode run = SampleRuns.run("urdma", "rrcc", 1e9, 20, 1);

        assertThat(RunReader.read(List.of(run, run, run)))
                .extracting(Run::name)
                .containsExactly("URDMA", "URDMA (2)", "URDMA (3)");
    }

    @Test
    void shouldNameTheRunsOfASweepByTheirSizes() {
        ObjectNode small = SampleRuns.run("urdma", "rrcc", 1e9, 20, 1);
        ((ObjectNode) small.path("start").path("test_start")).put("blksize", 2);

        assertThat(RunReader.read(List.of(small, SampleRuns.run("tcp", "bbr", 1e9, 20, 1))))
                .extracting(Run::name)
                .containsExactly("URDMA, 2 B", "TCP bbr, 1048576 B");
    }

    @Test
    void shouldShowOneInterval() {
        ObjectNode run = SampleRuns.run("urdma", "rrcc", 1e9, 20, 1);
        run.putArray("intervals");
        interval(run, 0, 0.5, 1e9);

        Document page = parsed(BenchPage.html(List.of(run), "t"));

        assertThat(texts(page, "th")).contains("0.00 to 0.50");
        assertThat(texts(page, "text")).contains("0.1", "0.5", "0.8");
    }

    @Test
    void shouldShowARunThatFailedBeforeItBegan() {
        ObjectNode run = JSON.createObjectNode().put("error", "no answer from 10.0.0.2:4791");

        Document page = parsed(BenchPage.html(List.of(run), "t"));

        assertThat(texts(page, "li"))
                .containsExactly(
                        "Run: failed: no answer from 10.0.0.2:4791",
                        "Run: no intervals were recorded");
        assertThat(texts(page, "dd")).filteredOn(text -> text.equals("-")).hasSize(5);
        assertThat(texts(page, "text")).contains("no data");
    }

    @Test
    void shouldWarn() {
        ObjectNode run = SampleRuns.run("urdma", "rrcc", 1e9, 20, 1);
        ((ObjectNode) run.path("end").path("urdma"))
                .put("socket_drops", 12)
                .put("socket_buffer_bytes", 1_000_000);
        run.putArray("warnings").add("the clock went back");

        assertThat(Warnings.of(RunReader.read(List.of(run)).getFirst()))
                .containsExactly(
                        "the clock went back",
                        "the receive socket had no room for 12 packets; they are not the path's loss",
                        "socket buffers hold 8 ms at this rate, less than 10 ms");
        assertThat(Warnings.of(RunReader.read(SampleRuns.threeProtocols(1)).getLast())).isEmpty();
    }

    /** Whatever strings stand in a document, they are text on the page. */
    @Test
    void shouldEscapeEverything() {
        String evil = "</style><script>alert('1')</script>&\"\u0000";
        ObjectNode run = SampleRuns.run(evil, evil, 1e9, 20, 1);
        run.put("error", evil);
        ((ObjectNode) run.path("start").path("test_start")).put(evil, evil).putArray("a").add(evil);
        ((ObjectNode) run.path("start").path("connected").path(0)).put("local_host", evil);
        ((ObjectNode) run.path("start")).put("system_info", evil).put("version", evil);

        String html = BenchPage.html(List.of(run, run), evil);

        assertThat(html).doesNotContain("<script", "\u0000");
        assertThat(parsed(html).getElementsByTagName("script").getLength()).isZero();
        assertThat(texts(parsed(html), "h1")).containsExactly(evil.replace('\u0000', '\ufffd'));
    }

    /** Every value of a document in turn is replaced by one of another type. */
    @Test
    void shouldTakeWrongTypesAsVoid() {
        for (JsonNode wrong :
                List.of(
                        JSON.nullNode(),
                        JSON.createArrayNode().add("x"),
                        JSON.getNodeFactory().stringNode("x"),
                        JSON.getNodeFactory().numberNode(-1),
                        JSON.getNodeFactory().numberNode(1e308))) {
            for (int i = 0; ; i++) {
                ObjectNode run = SampleRuns.run("urdma", "rrcc", 1e9, 20, -1);
                if (!replace(run, new int[] {i}, wrong)) {
                    assertThat(i).isGreaterThan(60);
                    break;
                }
                String html = BenchPage.html(List.of(run), "t");
                parsed(html);
                assertThat(html).doesNotContain("NaN", "Infinity");
            }
        }
    }

    @Test
    void shouldShowBothWaysAsRunsOfTheirOwn() {
        ObjectNode run = empty();
        interval(run, 0, 1, 5e6);
        ObjectNode interval = (ObjectNode) run.path("intervals").path(0);
        interval.putObject("sum_bidir_reverse")
                .put("start", 0)
                .put("end", 1)
                .put("bits_per_second", 7e6);
        interval.putObject("urdma").put("rtt_ms", 20);
        interval.putObject("urdma_bidir_reverse").put("rtt_ms", 30);
        run.putObject("end").putObject("sum_received_bidir_reverse").put("bits_per_second", 6e6);

        List<Run> runs = RunReader.read(List.of(run));

        assertThat(runs).extracting(Run::name).containsExactly("Run", "Run, reverse");
        assertThat(runs).extracting(r -> r.median(Metric.GOODPUT)).containsExactly(5e6, 7e6);
        assertThat(runs).extracting(r -> r.median(Metric.RTT)).containsExactly(20.0, 30.0);
        assertThat(runs)
                .extracting(r -> r.number("end", "sum_received", "bits_per_second"))
                .containsExactly(Double.NaN, 6e6);
    }

    @Test
    void shouldShowLatency() {
        ObjectNode run = SampleRuns.run("urdma", "rrcc", 1e9, 20, 1);
        ((ObjectNode) run.path("end"))
                .putObject("latency_us")
                .put("typical", 23.4)
                .put("p99", 51.2)
                .put("p999", 20_400);

        assertThat(texts(parsed(BenchPage.html(List.of(run), "t")), "dd"))
                .containsSubsequence("23.4 µs", "99 % 51.2 µs, 99.9 % 20.4 ms");
    }

    @Test
    void shouldRefuseAPageAboutNothing() {
        assertThatIllegalArgumentException().isThrownBy(() -> BenchPage.html(List.of(), "t"));
    }

    /** Replaces the value with this place in the document; returns false if it has not so many. */
    private static boolean replace(JsonNode node, int[] place, JsonNode with) {
        if (node instanceof ObjectNode object) {
            for (String name : List.copyOf(object.propertyNames())) {
                if (place[0]-- == 0) {
                    object.set(name, with);
                    return true;
                }
                if (replace(object.get(name), place, with)) {
                    return true;
                }
            }
        } else {
            for (JsonNode element : node) {
                if (replace(element, place, with)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static ObjectNode empty() {
        ObjectNode run = JSON.createObjectNode();
        run.putArray("intervals");
        return run;
    }

    private static void interval(ObjectNode run, double from, double to, double bps) {
        run.withArray("intervals")
                .addObject()
                .putObject("sum")
                .put("start", from)
                .put("end", to)
                .put("bits_per_second", bps);
    }

    private static List<String> curves(String html) {
        List<String> curves = new ArrayList<>();
        NodeList paths = parsed(html).getElementsByTagName("path");
        for (int i = 0; i < paths.getLength(); i++) {
            Element path = (Element) paths.item(i);
            boolean swatch =
                    ((Element) path.getParentNode()).getAttribute("class").equals("swatch");
            if (path.getAttribute("class").startsWith("curve") && !swatch) {
                curves.add(path.getAttribute("d"));
            }
        }
        return curves;
    }

    private static List<Double> numbers(String path) {
        return List.of(path.substring(1).split("[ L]")).stream().map(Double::valueOf).toList();
    }

    private static int attribute(Document page, String tag, String name, String value) {
        NodeList nodes = page.getElementsByTagName(tag);
        int count = 0;
        for (int i = 0; i < nodes.getLength(); i++) {
            count += ((Element) nodes.item(i)).getAttribute(name).equals(value) ? 1 : 0;
        }
        return count;
    }

    private static List<String> texts(Document page, String tag) {
        NodeList nodes = page.getElementsByTagName(tag);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent());
        }
        return texts;
    }

    private static Document parsed(String html) {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(html)));
        } catch (Exception e) {
            throw new AssertionError("not well-formed", e);
        }
    }
}
