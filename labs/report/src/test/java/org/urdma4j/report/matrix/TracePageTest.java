package org.urdma4j.report.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.measure.sim.Beside;
import org.urdma4j.measure.sim.Profile;
import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.measure.sim.SimResult;
import org.urdma4j.measure.sim.SimRun;
import org.xml.sax.InputSource;

import java.io.StringReader;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilderFactory;

class TracePageTest {
    /** A curve for each flow, a row of states for each, no script, nothing from elsewhere. */
    @Test
    void shouldDrawWhatWentOn() throws Exception {
        SimOptions options =
                SimOptions.builder()
                        .rateBps(100_000_000)
                        .rttNs(10_000_000)
                        .profile(Profile.URDMA)
                        .timeNs(1_000_000_000)
                        .beside(Beside.parse("cubic:1@300ms,udp:10M"))
                        .build();
        SimResult result = SimRun.run(options, 10_000_000, _ -> {});
        StringBuilder html = new StringBuilder();

        TracePage.write(result, html);

        String page = html.toString();
        assertThat(page)
                .contains("urdma over 0.1 Gbit/s, round trip 10 ms, loss 0 %")
                .contains("beside 1, cubic", "beside 2, udp", "urdma: start-up from 0.000 s; ")
                .containsPattern("beside 1, cubic: slow-start from 0[.](29|30)0 s")
                .doesNotContain("http", "src=", "<script", "NaN")
                .endsWith("</html>\n");
        var pictures = Pattern.compile("<svg viewBox.*?</svg>", Pattern.DOTALL).matcher(page);
        int count = 0;
        for (; pictures.find(); count++) {
            DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(pictures.group())));
        }
        assertThat(count).isGreaterThanOrEqualTo(4);
    }
}
