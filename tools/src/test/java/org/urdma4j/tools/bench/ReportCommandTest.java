package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.measure.run.BenchServer;
import org.urdma4j.measure.verbs.Backend;
import org.urdma4j.tools.Invocation;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import javax.xml.parsers.DocumentBuilderFactory;

/** What is on the page is tested where it is drawn. */
class ReportCommandTest {
    @TempDir private Path folder;

    @Test
    void shouldDrawARunWhenItIsOver() throws Exception {
        Path page = folder.resolve("run.html");

        Invocation result = client("-i", "0.1", "--report", page, "--title", "A & B");

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        Document document = parsed(page);
        assertThat(text(document, "h1", 0)).isEqualTo("A & B");
        assertThat(text(document, "h2", 0)).isEqualTo("URDMA");
        assertThat(text(document, "dd", 0)).endsWith("bit/s");
        // a heading, two intervals
        assertThat(document.getElementsByTagName("table").item(1).getChildNodes().getLength())
                .isGreaterThanOrEqualTo(2 * 3);
    }

    @Test
    void shouldLayRunsOverEachOther() throws Exception {
        List<Object> call = new ArrayList<>(List.of("bench", "report"));
        for (String protocol : List.of("urdma", "standard", "tcp")) {
            Path file = folder.resolve(protocol + ".json");
            String test = "\"test_start\": {\"protocol\": \"" + protocol + "\"}";
            String run = "{\"start\": {\"title\": \"one path\", " + test + "}}";
            boolean sweep = protocol.equals("tcp");
            Files.writeString(file, sweep ? "{\"runs\": [" + run + "]}" : run);
            call.add(file);
        }
        Path page = folder.resolve("three.html");
        call.addAll(List.of("--output", page));

        Invocation result = Invocation.of(call.toArray());

        assertThat(result.err()).isEmpty();
        assertThat(result.out()).isEmpty();
        assertThat(result.status()).isZero();
        assertThat(text(parsed(page), "h1", 0)).isEqualTo("one path");
        assertThat(text(parsed(page), "h2", 1)).isEqualTo("Standard RoCEv2");
        assertThat(text(parsed(page), "h2", 2)).isEqualTo("TCP");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"start\": | is not JSON: ",
                "{\"runs\": [1]} | is not what `urdma bench client --json` prints",
                "[1] | is not what `urdma bench client --json` prints",
                "{\"a\": 1} | is not what `urdma bench client --json` prints",
                "'' | is not what `urdma bench client --json` prints",
            })
    void shouldSayWhatIsWrongWithAFile(String content, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("run.json"), content);

        Invocation result = Invocation.of("bench", "report", file, "-o", folder.resolve("p.html"));

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.errLines()).hasSize(1);
        assertThat(result.err()).startsWith("urdma: " + file + " ").contains(message);
        assertThat(folder.resolve("p.html")).doesNotExist();
    }

    @Test
    void shouldSayWhichFileItCannotUse() throws IOException {
        Path file = Files.writeString(folder.resolve("run.json"), "{\"error\": \"no answer\"}");
        Path none = folder.resolve("none/x");

        assertThat(Invocation.of("bench", "report", none, "-o", folder.resolve("p")).err())
                .isEqualToIgnoringNewLines(
                        "urdma: can't read " + none + ": there is no such file or folder");
        assertThat(Invocation.of("bench", "report", file, "-o", none).err())
                .isEqualToIgnoringNewLines(
                        "urdma: can't write " + none + ": there is no such file or folder");
        assertThat(Invocation.of("bench", "report", file).status()).isEqualTo(2);
        assertThat(Invocation.of("bench", "report", "-o", none).status()).isEqualTo(2);
    }

    /** Before anything runs. */
    @Test
    void shouldRefuseAPageThatCannotBeWritten() {
        Invocation result =
                Invocation.of(
                        "bench", "client", LocalServer.HOST, "--report", folder.resolve("a/b"));

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.errLines().getFirst())
                .isEqualTo(
                        "urdma: --report: no file can be written at %s: there is no folder %s"
                                .formatted(folder.resolve("a/b"), folder.resolve("a")));
    }

    private static Invocation client(Object... options) throws IOException {
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        try (BenchServer server =
                new BenchServer(
                        LocalServer.ADDRESS,
                        0,
                        Ends.over(Backend.udp(UnaryOperator.identity())),
                        new ServerReport(nowhere, nowhere, false, "test"),
                        "test",
                        false,
                        1)) {
            List<Object> call = new ArrayList<>(List.of("bench", "client", LocalServer.HOST));
            call.addAll(List.of("-p", server.port(), "-w", "4M", "-l", "64K", "-t", "0.2"));
            call.addAll(List.of("-O", "0"));
            call.addAll(List.of(options));
            return Invocation.of(call.toArray());
        }
    }

    private static String text(Document document, String tag, int index) {
        return document.getElementsByTagName(tag).item(index).getTextContent();
    }

    private static Document parsed(Path page) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(Files.readString(page))));
    }
}
