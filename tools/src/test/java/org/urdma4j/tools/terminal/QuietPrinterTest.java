package org.urdma4j.tools.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.Invocation;
import org.urdma4j.verbs.text.ForeignText;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.Random;

class QuietPrinterTest {
    private final StringWriter there = new StringWriter();
    private final PrintWriter out = new QuietPrinter(new PrintWriter(there));

    @Test
    void shouldPassOnlyWhatDoesNothing() {
        out.print("\ra\tb \u001b]0;title\u0007\u009b31m\u202e\u2028\u007f ä文\uD83D\uDE00");
        out.println('\u009b');
        out.printf("%s%c%n", "\u2066x", '\ud800');
        out.append("\u001b").append('\u001b').append("abc\u001b", 3, 4);
        out.write(new char[] {'\u001b', '1', '2'}, 1, 2);
        out.close();

        assertThat(there.toString())
                .isEqualTo(
                        "\ra\tb \\u001b]0;title\\u0007\\u009b31m\\u202e\\u2028\\u007f ä文\uD83D\uDE00"
                                + "\\u009b\n\\u2066x\\ud800\n\\u001b\\u001b\\u001b12");
    }

    /** As the command is started, both of its streams are of this kind. */
    @Test
    void shouldStandBehindWhatTheCommandPrints() throws Exception {
        try (CommandProcess command =
                CommandProcess.start(List.of(), "pcap", "check", "no\u001b[2J\u0007such")) {
            Invocation end = command.end();

            assertThat(end.status()).isEqualTo(1);
            assertThat(end.out() + end.err())
                    .contains("no\\u001b[2J\\u0007such")
                    .doesNotContain("\u001b", "\u0007");
        }
    }

    /** Halves of characters may come by themselves, and in the end nothing of one is lost. */
    @Test
    void shouldPutHalvesTogether() {
        out.print("\uD83D");
        out.print("\uDE00\uD83D");
        out.print("a\uDE00\uD83D");
        out.close();

        assertThat(there.toString()).isEqualTo("\uD83D\uDE00\\ud83da\\ude00\\ud83d");
    }

    @Test
    void shouldClearAScreenIfThatIsAllThereIsToPrint() {
        out.print(QuietPrinter.CLEAR);
        out.print(QuietPrinter.CLEAR + "x");

        assertThat(there.toString()).startsWith(QuietPrinter.CLEAR + "\\u001b[H\\u001b[2Jx");
    }

    /** JSON means the same before and after, whatever strings there are. */
    @Test
    void shouldKeepTheMeaningOfJson() {
        Random random = new Random(5);
        JsonMapper json = JsonMapper.shared();
        for (int i = 0; i < 2000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = 0; j < 8; j++) {
                int point = random.nextInt(random.nextBoolean() ? 0x2100 : 0x10ffff);
                text.appendCodePoint(point >= 0xd800 && point < 0xe000 ? 'x' : point);
            }
            there.getBuffer().setLength(0);

            out.print(json.writeValueAsString(Map.of("text", text.toString())));

            assertThat(there.toString().codePoints().allMatch(ForeignText::isQuiet)).isTrue();
            assertThat(json.readTree(there.toString()).get("text").stringValue())
                    .isEqualTo(text.toString());
        }
    }

    @Test
    void shouldKnowThatNobodyReadsAnyMore() {
        PrintWriter closed =
                new QuietPrinter(
                        new PrintWriter(
                                new Writer() {
                                    @Override
                                    public void write(char[] chars, int from, int length)
                                            throws IOException {
                                        throw new IOException("broken pipe");
                                    }

                                    @Override
                                    public void flush() {}

                                    @Override
                                    public void close() {}
                                }));
        closed.println("x");

        assertThat(closed.checkError()).isTrue();
    }
}
