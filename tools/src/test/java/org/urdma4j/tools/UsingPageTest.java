package org.urdma4j.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Verbs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.tools.ToolProvider;

/** The programs of {@code docs/using.md} compile as they stand there, and do what is said. */
@Loopback
class UsingPageTest {
    private static final int ROCE_V2_PORT = 4791;
    private static final InetAddress OURS = InetAddress.ofLiteral("127.0.13.2");
    private static final InetSocketAddress SERVICE = new InetSocketAddress("127.0.13.1", 7177);
    private static final Pattern PROGRAM =
            Pattern.compile("```java\n(public class (\\w+) .*?)```", Pattern.DOTALL);
    private static final Pattern METRICS = Pattern.compile("metrics at /127.0.0.1:(\\d+)");
    private static final String IMPORTS =
            """
            import static java.nio.charset.StandardCharsets.UTF_8;
            import java.io.*;
            import java.net.*;
            import java.nio.ByteBuffer;
            import java.nio.channels.*;
            import java.nio.file.*;
            import java.util.*;
            import java.util.concurrent.*;
            import io.netty.buffer.Unpooled;
            import io.netty.channel.*;
            import io.netty.channel.embedded.EmbeddedChannel;
            import io.netty.util.ReferenceCountUtil;
            import org.urdma4j.channel.*;
            import org.urdma4j.codec.pcap.*;
            import org.urdma4j.metrics.*;
            import org.urdma4j.transport.handler.*;
            import org.urdma4j.verbs.*;

            """;

    @TempDir private Path folder;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;

    @BeforeEach
    void listen() {
        PrintStream captured = new PrintStream(said, true, UTF_8);
        System.setOut(captured);
        System.setErr(captured);
    }

    @AfterEach
    void leave() {
        System.setOut(out);
        System.setErr(err);
    }

    private String said() {
        return said.toString(UTF_8);
    }

    private void run(String name, String... args) throws Exception {
        Matcher program = PROGRAM.matcher(Files.readString(Path.of("..", "docs", "using.md")));
        while (program.find()) {
            Path source = folder.resolve(program.group(2) + ".java");
            Files.writeString(source, IMPORTS + program.group(1));
            int status =
                    ToolProvider.getSystemJavaCompiler()
                            .run(
                                    null,
                                    null,
                                    null,
                                    "-classpath",
                                    System.getProperty("java.class.path"),
                                    "-d",
                                    folder.toString(),
                                    source.toString());
            assertThat(status).as("javac of %s: %s", program.group(2), said()).isZero();
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) args);
        }
    }

    private static int freePort(int wanted, InetAddress... addresses) throws IOException {
        int port = wanted;
        for (InetAddress address : addresses) {
            try (DatagramSocket socket = new DatagramSocket(port, address)) {
                port = socket.getLocalPort();
            } catch (SocketException _) {
                return 0;
            }
        }
        return port;
    }

    @Test
    void shouldMoveBytesInTenLines() throws Exception {
        int port =
                freePort(
                        ROCE_V2_PORT,
                        InetAddress.ofLiteral("127.0.0.1"),
                        InetAddress.ofLiteral("127.0.0.2"));
        assumeTrue(port == ROCE_V2_PORT, "UDP 4791 is taken here");

        run("TenLines");

        assertThat(said()).isEqualToNormalizingNewlines("hello\n");
    }

    @Test
    void shouldServeUntilItIsStopped() throws Exception {
        int port = freePort(0, SERVICE.getAddress(), OURS);
        FutureTask<Void> service =
                new FutureTask<>(() -> {
                    run("Service", "127.0.13.1", Integer.toString(port));
                    return null;
                });
        Thread thread = Thread.ofPlatform().daemon().start(service);
        while (!service.isDone() && !said().contains("metrics at ")) {
            Thread.sleep(5);
        }
        ContextAttr attr = ContextAttr.builder().udpPort(port).build();
        try (Context context = Verbs.open(OURS, attr);
                RdmaChannel client = RdmaChannel.connect(context, SERVICE)) {
            client.outputStream().write("hello".getBytes(UTF_8));
            client.shutdownOutput();
            assertThat(new String(client.inputStream().readAllBytes(), UTF_8)).isEqualTo("hello");
            assertThat(metrics())
                    .containsPattern(
                            "\nurdma4j_sent_pkts_total\\{device=\"udp-127\\.0\\.13\\.1\"} [1-9]");
        }
        thread.interrupt();
        service.get(60, TimeUnit.SECONDS);
        assertThat(said()).contains("no more clients").doesNotContain("Exception", "\tat ");
    }

    private String metrics() throws IOException, InterruptedException {
        Matcher at = METRICS.matcher(said());
        assertThat(at.find()).as(said()).isTrue();
        URI uri = URI.create("http://127.0.0.1:%s/metrics".formatted(at.group(1)));
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
        }
    }

    @Test
    void shouldPrintALineForEachPacket() throws Exception {
        String captures = "../codec/src/test/resources/captures/";
        run("Tap", captures + "golden-rc-v4.pcap");

        assertThat(said().lines())
                .hasSizeGreaterThan(20)
                .anyMatch(line -> line.matches(".* RC_RDMA_WRITE_ONLY qp 0x.*\\[Reth\\[.*"))
                .allMatch(line -> line.contains(" > ::ffff:"));
    }

    @Test
    void shouldSayInALineWhatItCannotDo() throws Exception {
        run("Service", "192.0.2.1", "4791");

        assertThat(said())
                .startsWith("service: ")
                .contains("no device has the address 192.0.2.1")
                .hasLineCount(1);
    }
}
