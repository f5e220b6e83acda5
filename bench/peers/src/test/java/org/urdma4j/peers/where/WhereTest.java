package org.urdma4j.peers.where;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import picocli.CommandLine;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;

import javax.xml.parsers.DocumentBuilderFactory;

/** What is asked for, and what is made of samples. */
class WhereTest {
    /** 1 Gbit/s for 8 s is 1,000 MB; 5,000 samples are a second. */
    private static final WhereResult RESULT =
            new WhereResult(
                    new Point(1500, "1G"),
                    1e9,
                    8_000_000_000L,
                    new Samples(Map.of(Part.ENGINE, 3_000L, Part.ICRC, 2_000L)),
                    new Samples(Map.of(Part.KERNEL_COPY, 500L)));

    @Test
    void shouldReadPoints() {
        assertThat(Point.parse("9000,1500@1G, 1500@2.5G"))
                .containsExactly(
                        new Point(9000, ""), new Point(1500, "1G"), new Point(1500, "2.5G"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--points 9000,|is no MTU",
                "--points 1500@|is no MTU",
                "--points 1500@1G@2G|is no MTU",
                "--points fast|is no MTU",
                "--points 1500@1x|a rate",
                "--points 1500@1|no rate from 1M",
                "--points 99|must be 1280 to 9216",
                "--time 0|--time",
                "--omit -1|--omit",
                "--svg /nowhere/a.svg|no folder /nowhere",
                "--stacks /nowhere|no folder /nowhere",
                "--colour red|Unknown option",
            })
    void shouldSayWhatIsWrong(String arguments, String why) {
        StringWriter err = new StringWriter();
        CommandLine command = Where.commandLine().setErr(new PrintWriter(err));

        assertThat(command.execute(arguments.split(" ", -1))).isEqualTo(2);
        assertThat(err.toString()).contains("baseline: ", why).doesNotContain("\tat ");
    }

    @Test
    void shouldSayWhatAMegabyteTakes() {
        assertThat(RESULT.usPerMb(5_000)).isCloseTo(1_000, within(1e-6));

        StringWriter out = new StringWriter();
        WhereTable.print(List.of(RESULT), new PrintWriter(out));
        assertThat(out.toString().lines())
                .contains("MTU 1500, paced at 1G: 1.00 Gbit/s")
                .anyMatch(line -> line.matches("ICRC +400 +40\\.0 +0 +0\\.0"))
                .anyMatch(line -> line.matches("all +1000 +100\\.0 +100 +100\\.0"));
    }

    /** As a reader of XML sees it. */
    @Test
    void shouldDrawPartsAsLongAsTheyTake() throws Exception {
        Document picture =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(
                                new ByteArrayInputStream(
                                        WherePicture.draw(List.of(RESULT)).getBytes(UTF_8)));

        double engine = width(picture, Part.ENGINE);
        assertThat(engine).isPositive();
        assertThat(width(picture, Part.ICRC)).isCloseTo(engine * 2 / 3, within(0.2));
        assertThat(width(picture, Part.KERNEL_COPY)).isCloseTo(engine / 6, within(0.2));
        assertThat(picture.getDocumentElement().getAttribute("xmlns"))
                .isEqualTo("http://www.w3.org/2000/svg");
    }

    /** The longest rectangle of a part: its other one is that of the legend. */
    private static double width(Document picture, Part part) {
        NodeList rectangles = picture.getElementsByTagName("rect");
        double most = 0;
        for (int i = 0; i < rectangles.getLength(); i++) {
            Element one = (Element) rectangles.item(i);
            if (one.getAttribute("class").equals(part.style())) {
                most = Math.max(most, Double.parseDouble(one.getAttribute("width")));
            }
        }
        return most;
    }
}
