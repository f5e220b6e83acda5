package org.urdma4j.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The compiler's own check that whatever is public has a comment. */
class PublicDocumentationTest {
    @Test
    void shouldHaveACommentOnWhateverIsPublic(@TempDir Path out) throws IOException {
        assertThat(missingComments(Path.of("src/main/java"), out)).isEmpty();
    }

    @Test
    void shouldNoticeAMissingComment(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("Bare.java"), "public class Bare { public int x; }");

        assertThat(missingComments(folder, folder)).hasSizeGreaterThanOrEqualTo(2);
    }

    private static List<String> missingComments(Path sources, Path out) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager files =
                        compiler.getStandardFileManager(found, Locale.ROOT, null);
                Stream<Path> paths = Files.walk(sources)) {
            List<Path> java = paths.filter(path -> path.toString().endsWith(".java")).toList();
            boolean compiled =
                    compiler.getTask(
                                    null,
                                    files,
                                    found,
                                    List.of(
                                            "-Xdoclint:missing/public",
                                            "-Xmaxwarns",
                                            "10000",
                                            "-proc:none",
                                            "-d",
                                            out.toString()),
                                    null,
                                    files.getJavaFileObjectsFromPaths(java))
                            .call();
            assertThat(compiled).isTrue();
        }
        return found.getDiagnostics().stream()
                .filter(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
                .map(diagnostic -> diagnostic.toString().lines().findFirst().orElseThrow())
                .filter(line -> line.contains("no comment"))
                .toList();
    }
}
