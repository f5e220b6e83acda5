package org.urdma4j.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

import java.io.ByteArrayOutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.tools.ToolProvider;

/** The tests of {@code docs/using.md} compile as they stand there, and succeed. */
@Timeout(60)
class UsingPageKitTest {
    private static final Pattern TESTS =
            Pattern.compile("```java\n(@EmulatedPath.*?\nclass (\\w+) .*?)```", Pattern.DOTALL);
    private static final String IMPORTS =
            """
            import static org.junit.jupiter.api.Assertions.*;
            import java.io.IOException;
            import java.time.Duration;
            import org.junit.jupiter.api.Test;
            import org.urdma4j.channel.*;
            import org.urdma4j.testing.*;
            import org.urdma4j.verbs.*;
            import org.urdma4j.verbs.cm.ConnParam;

            """;

    @TempDir private Path folder;

    @Test
    void shouldShowTestsThatSucceed() throws Exception {
        String page = Files.readString(Path.of("..", "..", "docs", "using.md"));
        Matcher tests = TESTS.matcher(page);
        assertThat(tests.find()).isTrue();
        Path source = folder.resolve(tests.group(2) + ".java");
        Files.writeString(source, IMPORTS + tests.group(1));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int status =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                said,
                                said,
                                "-classpath",
                                System.getProperty("java.class.path"),
                                "-d",
                                folder.toString(),
                                source.toString());
        assertThat(status).as("javac: %s", said.toString(UTF_8)).isZero();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            EngineExecutionResults results =
                    EngineTestKit.engine("junit-jupiter")
                            .selectors(selectClass(loader.loadClass(tests.group(2))))
                            .execute();
            assertThat(results.allEvents().failed().map(Event::getPayload)).isEmpty();
            results.testEvents().assertStatistics(count -> count.started(4).succeeded(4));
        }
    }
}
