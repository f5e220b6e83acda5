package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.measure.run.BenchServer;
import org.urdma4j.measure.verbs.Backend;
import org.urdma4j.tools.Invocation;
import org.urdma4j.verbs.text.ForeignText;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/** The other end of a bench writes what it likes; none of it reaches the terminal as it is. */
@Timeout(60)
class HostilePeerTest {
    private static final String HOSTILE =
            "\\u001b[2J\\u009b31m\\u202e\\u2066\\u2028\\u007f\\u0007\\nurdma: all is well\\r";

    private static final String SHOWN =
            "\\x1B[2J\\xC2\\x9B31m\\xE2\\x80\\xAE\\xE2\\x81\\xA6\\xE2\\x80\\xA8\\x7F\\x07\\x0Aurdma: all"
                    + " is well\\x0D";

    private static void assertQuiet(String printed) {
        for (String line : printed.split("\n", -1)) {
            assertThat(line.codePoints().allMatch(ForeignText::isQuiet))
                    .as(ForeignText.show(line))
                    .isTrue();
            assertThat(line).doesNotStartWith("urdma: all is well");
        }
    }

    /** What a server answers to the first line, and to all that follow. */
    private static Invocation answered(String json) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 8, LocalServer.ADDRESS)) {
            Thread.ofVirtual()
                    .start(() -> {
                        try (Socket client = server.accept()) {
                            client.getOutputStream()
                                    .write((json + "\n").getBytes(StandardCharsets.UTF_8));
                            client.getInputStream().transferTo(OutputStream.nullOutputStream());
                        } catch (IOException _) {
                            // The client has gone.
                        }
                    });
            return Invocation.of(
                    "bench", "client", LocalServer.HOST, "-p", server.getLocalPort(), "-t", "1");
        }
    }

    @Test
    void shouldShowWhyAServerRefuses() throws Exception {
        Invocation client =
                answered(
                        """
                        {"bench":"urdma-bench","version":1,"software":"x","event":"error","message":"%s"}\
                        """
                                .formatted(HOSTILE));

        assertThat(client.status()).isEqualTo(1);
        assertThat(client.err()).contains("the server refused: " + SHOWN);
        assertQuiet(client.out() + client.err());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                {"bench":"urdma-bench","version":7,"software":"%s"}\
                """,
                """
                {"bench":"%s","version":1}\
                """,
                """
                {"bench":"urdma-bench","version":1,"event":"%s"}\
                """,
                """
                {"bench":"urdma-bench","version":1,"event":"ready","software":"%1$s","offer":\
                {"%1$s":"%1$s"},"facts":{"%1$s":["%1$s"]}}\
                """
            })
    void shouldShowWhatAServerIs(String answer) throws Exception {
        Invocation client = answered(answer.formatted(HOSTILE));

        assertThat(client.status()).isEqualTo(1);
        assertQuiet(client.out() + client.err());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                {"bench":"urdma-bench","version":7,"software":"%s"}\
                """,
                """
                {"bench":"urdma-bench","version":1,"event":"run","offer":{},\
                "spec":{"protocol":"%1$s","operation":"%1$s","%1$s":"%1$s"}}\
                """,
                """
                {"%1$s":"%1$s\"\
                """
            })
    void shouldShowWhatAClientWants(String request) throws Exception {
        StringWriter printed = new StringWriter();
        PrintWriter out = new PrintWriter(printed, true);
        try (BenchServer server =
                new BenchServer(
                        LocalServer.ADDRESS,
                        0,
                        Ends.over(Backend.udp(UnaryOperator.identity())),
                        new ServerReport(out, out, false, "test"),
                        "test",
                        false,
                        1)) {
            try (Socket client = new Socket(LocalServer.ADDRESS, server.port())) {
                client.getOutputStream()
                        .write(
                                (request.formatted(HOSTILE) + "\n")
                                        .getBytes(StandardCharsets.UTF_8));
                client.shutdownOutput();
                String answer =
                        new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertQuiet(answer);
            }
        }
        while (!printed.toString().contains("refused")) {
            Thread.onSpinWait(); // a thread of its own prints
        }
        assertQuiet(printed.toString());
    }
}
