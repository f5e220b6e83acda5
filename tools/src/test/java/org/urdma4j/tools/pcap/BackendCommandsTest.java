package org.urdma4j.tools.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.tools.CommandHost;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.UserNamespaces;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Every command with {@code --backend}, over whole frames between two hosts, without root. */
@Tag("userns")
class BackendCommandsTest {
    private static final String SERVER = "10.98.0.1";
    private static final int MOST_TRIES = 20;

    private static UserNamespaces net;

    @BeforeAll
    static void join() throws IOException {
        net = UserNamespaces.make();
    }

    @AfterAll
    static void leave() {
        if (net != null) {
            net.close();
        }
    }

    private static Object[] with(List<String> options, Object... call) {
        return Stream.concat(Stream.of(call), options.stream()).toArray();
    }

    /** Runs a server, and a client again until the server listens. */
    private static void play(Object[] server, Object[] client) throws Exception {
        CommandHost.Command serving = net.hosted("a", server);
        Invocation end = net.hosted("b", client).end();
        for (int i = 0; i < MOST_TRIES && end.err().contains("can't reach"); i++) {
            end = net.hosted("b", client).end();
        }
        assertThat(end.status()).as(end.out() + end.err()).isZero();
        serving.endWell();
    }

    @ParameterizedTest
    @CsvSource({"raw, v1", "pcap, v2"})
    void shouldRunOverWholeFrames(String backend, String roce) throws Exception {
        if (backend.equals("pcap")) {
            UserNamespaces.requireLibpcap();
        }
        List<String> options = List.of("--backend", backend, "--roce", roce);
        Invocation devices = net.hosted("a", with(options, "devices", SERVER)).end();
        assertThat(devices.status()).as(devices.err()).isZero();
        assertThat(devices.out())
                .contains("::ffff:10.98.0.1, RoCE v1", "::ffff:10.98.0.1, RoCE v2");

        net.ping(options.toArray(String[]::new));
        play(with(options, "ucmatose"), with(options, "ucmatose", "-s", SERVER));
        List<String> pingpong = Stream.concat(Stream.of("-n", "20"), options.stream()).toList();
        play(with(pingpong, "pingpong"), with(pingpong, "pingpong", SERVER));
        List<String> perftest = Stream.concat(Stream.of("-n", "20"), options.stream()).toList();
        play(with(perftest, "perftest"), with(perftest, "perftest", SERVER));
        bench(options);
    }

    private static void bench(List<String> options) throws Exception {
        CommandHost.Command server = net.hosted("a", with(options, "bench", "server", "--once"));
        server.awaitLine(line -> line.contains("listening"));
        Invocation client =
                net.hosted(
                                "b",
                                with(
                                        options,
                                        "bench",
                                        "client",
                                        SERVER,
                                        "--bytes",
                                        "4M",
                                        "--verify"))
                        .endWell();
        assertThat(client.out()).contains("every byte was verified");
        server.endWell();
    }

    /** Its kernel says so to a socket, which frames go past. */
    @Test
    void shouldSayThatNobodyIsThere() throws Exception {
        Invocation asked = net.hosted("b", "rping", "-c", "-a", SERVER, "--backend", "raw").end();

        assertThat(asked.status()).isEqualTo(1);
        assertThat(asked.err()).contains("ECONNREFUSED").doesNotContain("no answer");
    }

    /** The receive buffer of who may not force a larger one: it overflows soon without pauses. */
    @ParameterizedTest
    @CsvSource({"--pfc 3, --sl 3 --pfc 3", "--pause, --pause"})
    void shouldSayHowOftenTheReceiverAskedToStop(String server, String client) throws Exception {
        List<String> raw = List.of("--backend", "raw", "--roce", "v1");
        List<String> serving = Stream.concat(raw.stream(), words(server)).toList();
        List<String> asking =
                Stream.concat(
                                Stream.concat(raw.stream(), words(client)),
                                words("--protocol standard --timeout 18 --bytes 64M --json"))
                        .toList();
        Pattern pauses =
                Pattern.compile("\"pauses_sent\" : [1-9]\\d*,\\s+\"pauses_received\" : [1-9]");
        String said = "";
        for (int i = 0; i < MOST_TRIES && !pauses.matcher(said).find(); i++) {
            CommandHost.Command once = net.hosted("a", with(serving, "bench", "server", "--once"));
            once.awaitLine(line -> line.contains("listening"));
            said = net.hosted("b", with(asking, "bench", "client", SERVER)).endWell().out();
            once.endWell();
        }
        if (!pauses.matcher(said).find()) {
            UserNamespaces.skip("this machine reads faster than it is sent to");
        }
        assertThat(said).contains(client.contains("--sl") ? "\"sl\" : 3" : "\"sl\" : 0");
    }

    private static Stream<String> words(String text) {
        return Stream.of(text.split(" "));
    }

    @Test
    void shouldSayInOneLineThatLibpcapIsMissing() throws Exception {
        try (CommandHost host =
                net.host("a", "-Dorg.pcap4j.core.pcapLibName=a-library-that-nobody-has")) {
            for (Object[] call :
                    new Object[][] {
                        {"devices", SERVER},
                        {"rping", "-s", "-a", SERVER},
                        {"ucmatose", "-b", SERVER}
                    }) {
                Invocation end = host.run(with(List.of("--backend", "pcap"), call)).end();

                assertThat(end.status()).as(end.out() + end.err()).isEqualTo(1);
                assertThat(end.errLines()).hasSize(1);
                assertThat(end.err())
                        .contains("libpcap can't be loaded: install it (Debian: libpcap0.8)");
            }
        }
    }
}
