package org.urdma4j.tools.copy.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.tree.TreePath;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;

class ExchangeTest {
    private static ByteString bytes(String text) {
        return ByteString.of(text.getBytes(ISO_8859_1));
    }

    @Test
    void shouldCarryWhatIsWanted() throws Exception {
        Exchange.Request request =
                new Exchange.Request(
                        bytes("k".repeat(32)),
                        bytes("-a 'b\"\n\u00ff"),
                        true,
                        0,
                        InetAddress.getByName("fd77::2"));
        assertThat(request.line())
                .startsWith("URDMA-COPY-SERVE 6b6b")
                .endsWith(" 2d61202762220aff r 0 fd770000000000000000000000000002\n");
        assertThat(Exchange.Request.parse(request.line().strip())).isEqualTo(request);
        assertThat(request.toString()).doesNotContain("6b6b", "kkk");
    }

    @Test
    void shouldCarryWhatIsToBeSent() throws Exception {
        Exchange.Send send =
                new Exchange.Send(
                        bytes("k".repeat(32)),
                        InetAddress.getByName("192.0.2.2"),
                        true,
                        40_000,
                        TreePath.of("g"),
                        List.of(bytes("--ssh"), bytes(""), bytes("h:\u00ff b"), bytes("i:b")));
        assertThat(send.line())
                .startsWith("URDMA-COPY-SEND 6b6b")
                .endsWith(" c0000202 only 40000 67 2d2d737368,,683aff2062,693a62\n");
        assertThat(Exchange.Send.parse(send.line().strip())).isEqualTo(send);
        assertThat(send.toString()).doesNotContain("6b6b", "kkk");
    }

    @Test
    void shouldCarryWhereItListens() throws Exception {
        Exchange.Ready ready = new Exchange.Ready(InetAddress.getByName("192.0.2.2"), 40_000);
        assertThat(ready.line()).isEqualTo("URDMA-COPY-READY c0000202 40000\n");
        assertThat(Exchange.answer(ready.line().strip())).isEqualTo(ready);
    }

    @Test
    void shouldShowWhatIsWrongWithoutControls() {
        assertThatThrownBy(() -> Exchange.answer(Exchange.error("no \u001b[2J").strip()))
                .isInstanceOf(IOException.class)
                .hasMessage("no \\x1B[2J");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Last login: today",
                "URDMA-COPY-READY c0000202",
                "URDMA-COPY-READY c0000202 0",
                "URDMA-COPY-READY c0000202 65536",
                "URDMA-COPY-READY x 1",
                "URDMA-COPY-ERROR x",
                "URDMA-COPY-SERVE 6b 2e rw 0",
                "URDMA-COPY-SERVE 6b 2e rw -1 -",
                "URDMA-COPY-SERVE 6 2e rw 0 -",
                "URDMA-COPY-SEND 6b c0000202 only 0 67 61",
                "URDMA-COPY-SEND 6b c0000202 only 1 2e2e 61",
                "URDMA-COPY-SEND 6b c0000202 only 1 67"
            })
    void shouldPassOverOtherLines(String line) throws Exception {
        assertThat(Exchange.answer(line)).isNull();
        assertThat(Exchange.Request.parse(line)).isNull();
        assertThat(Exchange.Send.parse(line)).isNull();
    }

    @Test
    void linesShouldHaveALimit() throws Exception {
        byte[] input = ("x".repeat(100_000) + "\nb").getBytes(ISO_8859_1);
        ByteArrayInputStream in = new ByteArrayInputStream(input);
        assertThat(Exchange.readLine(in)).hasSize(Exchange.MOST);
        assertThat(Exchange.readLine(in)).isEqualTo("b");
        assertThat(Exchange.readLine(in)).isNull();
    }
}
