package org.urdma4j.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.text.ForeignText;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

import java.io.StringReader;

import javax.xml.parsers.DocumentBuilderFactory;

class MarkupTest {
    @Test
    void shouldWriteSyntaxAsEntities() {
        assertThat(Markup.escape("<a href=\"x\" title='y'>&amp;"))
                .isEqualTo("&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;");
    }

    @Test
    void shouldReplaceWhatXmlCannotHold() {
        assertThat(Markup.escape("a\u0000b\u001bc\ud800d\uffffe\u0085f"))
                .isEqualTo("a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf");
        assertThat(Markup.escape("a\u202eb\u2066c\u2028d\u200fe"))
                .isEqualTo("a\ufffdb\ufffdc\ufffdd\ufffde");
        assertThat(Markup.escape("µs \ud83d\ude00\t\n")).isEqualTo("µs \ud83d\ude00\t\n");
    }

    /** Every character of the first plane comes through a parser. */
    @Test
    void shouldBeParsedToTheSame() throws Exception {
        StringBuilder all = new StringBuilder();
        for (int c = 0; c < 0x10000; c++) {
            all.append((char) c);
        }

        Document document =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(
                                new InputSource(
                                        new StringReader(
                                                "<a>" + Markup.escape(all.toString()) + "</a>")));

        String text = document.getDocumentElement().getTextContent();
        assertThat(text).contains("&'()").contains("<=>").contains("\"#$%");
        // At least 29 controls, 33 between ASCII and Latin 1, 2048 halves of pairs but for one
        // whole
        // pair, and two that are no characters; marks of direction, and what isn't assigned.
        assertThat(text.codePoints().filter(c -> c == 0xfffd).count())
                .isGreaterThan(29 + 33 + 2046 + 2);
        assertThat(text.codePoints().filter(c -> !ForeignText.isQuiet(c)))
                .containsOnly((int) '\t', (int) '\n');
    }
}
