package org.urdma4j.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** The examples of the README compile as they stand there, and do what is said of them. */
@Loopback
class ReadmeExampleTest {
    private static final int ROCE_V2_PORT = 4791;

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({"0,SUCCESS: hello", "1,hello"})
    void shouldCompileAndPrintWhatWasWritten(int index, String output) throws Exception {
        assumeTrue(portIsFree("127.0.0.1") && portIsFree("127.0.0.2"), "UDP 4791 is taken here");
        Path source = folder.resolve("Example.java");
        Files.writeString(
                source,
                """
                import static java.nio.charset.StandardCharsets.UTF_8;
                import java.net.InetAddress;
                import org.urdma4j.channel.*;
                import org.urdma4j.endpoint.*;
                import org.urdma4j.verbs.*;

                public class Example {
                    public static void run() throws Exception {
                %s
                    }
                }
                """
                        .formatted(example(index)));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int status =
                compiler.run(
                        null,
                        null,
                        null,
                        "-classpath",
                        System.getProperty("java.class.path"),
                        "-d",
                        folder.toString(),
                        source.toString());
        assertThat(status).isZero();

        assertThat(outputOfRun()).isEqualToNormalizingNewlines(output + "\n");
    }

    private static String example(int index) throws IOException {
        String readme = Files.readString(Path.of("..", "README.md"));
        Matcher matcher = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(readme);
        for (int i = 0; i <= index; i++) {
            assertThat(matcher.find()).isTrue();
        }
        String code = matcher.group(1);
        assertThat(code.lines().count()).isLessThanOrEqualTo(18);
        return code;
    }

    private String outputOfRun() throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()});
                PrintStream captured = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            System.setOut(captured);
            loader.loadClass("Example").getMethod("run").invoke(null);
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static boolean portIsFree(String address) throws IOException {
        try (DatagramSocket socket =
                new DatagramSocket(ROCE_V2_PORT, InetAddress.ofLiteral(address))) {
            return socket.isBound();
        } catch (SocketException _) {
            return false;
        }
    }
}
