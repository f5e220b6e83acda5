import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks ({@code check}) or rewrites ({@code write}) every Java source below a folder. Texts that
 * were found formatted by these rules are noted in a file, and not looked at again.
 */
final class Format {
    private static final Formatter FORMATTER =
            new Formatter(
                    JavaFormatterOptions.builder()
                            .style(JavaFormatterOptions.Style.AOSP)
                            .reorderModifiers(true)
                            .build());

    public static void main(String[] args) throws IOException {
        boolean write = args[0].equals("write");
        Path note = Path.of(args[2]);
        String rules = Files.readString(Path.of(args[1], "config", "Format.java"));
        Set<String> known = Files.exists(note) ? new HashSet<>(Files.readAllLines(note)) : Set.of();
        Set<String> formatted = new TreeSet<>();
        List<Path> wrong = new ArrayList<>();
        for (Path file : sources(Path.of(args[1]))) {
            String before = Files.readString(file);
            String digest = digest(rules, before);
            String after = known.contains(digest) ? before : format(file, before);
            if (!after.equals(before)) {
                wrong.add(file);
                if (write) {
                    Files.writeString(file, after);
                }
            } else {
                formatted.add(digest);
            }
        }
        Files.createDirectories(note.getParent());
        Files.write(note, formatted);
        if (wrong.isEmpty()) {
            return;
        }
        wrong.forEach(
                file -> System.out.println((write ? "formatted " : "not formatted: ") + file));
        if (!write) {
            System.out.println("Run: ./mvnw -q -N process-sources -Dformat.mode=write");
            System.exit(1);
        }
    }

    private static String digest(String rules, String source) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(rules.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sha.digest(source.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Path> sources(Path root) throws IOException {
        try (var walk = Files.walk(root)) {
            return walk.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .sorted()
                    .toList();
        }
    }

    private static String format(Path file, String source) {
        try {
            String formatted = FORMATTER.formatSource(source);
            return ImportOrderer.reorderImports(
                    RemoveUnusedImports.removeUnusedImports(formatted),
                    JavaFormatterOptions.Style.AOSP);
        } catch (FormatterException e) {
            System.out.println(file + ": " + e.getMessage());
            System.exit(1);
            throw new AssertionError(e);
        }
    }
}
