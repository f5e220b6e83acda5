package org.urdma4j.dist.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The site that a build has made. */
final class BuiltSite {
    private static final Path FOLDER =
            Path.of(System.getProperty("urdma4j.target", "target"))
                    .resolve("urdma4j-%s-site".formatted(System.getProperty("urdma4j.version", "")))
                    .toAbsolutePath();
    private static final Pattern ANCHOR = Pattern.compile("\\b(?:id|name)=\"([^\"]*)\"");
    private static final Map<Path, Set<String>> ANCHORS = new ConcurrentHashMap<>();

    private BuiltSite() {}

    static Path folder() {
        return FOLDER;
    }

    /** The names of all pages. */
    static List<String> pages() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".html"))
                    .map(file -> FOLDER.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    static String text(String page) throws IOException {
        return Files.readString(FOLDER.resolve(page));
    }

    /** Whether what a page links to is there, with the anchor. */
    static boolean leads(String page, String link) {
        String[] parts = link.split("#", 2);
        Path from = FOLDER.resolve(page);
        String path = decoded(parts[0].replaceFirst("\\?.*", ""));
        Path target = path.isEmpty() ? from : from.resolveSibling(path).normalize();
        if (!target.startsWith(FOLDER) || !Files.isRegularFile(target)) {
            return false;
        }
        return parts.length < 2
                || parts[1].isEmpty()
                || anchors(target).contains(decoded(parts[1]));
    }

    private static String decoded(String link) {
        return URLDecoder.decode(link.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static Set<String> anchors(Path page) {
        return ANCHORS.computeIfAbsent(
                page,
                it -> {
                    try {
                        Set<String> anchors = new HashSet<>();
                        ANCHOR.matcher(Files.readString(it))
                                .results()
                                .forEach(found -> anchors.add(unescaped(found.group(1))));
                        return anchors;
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }

    static String unescaped(String text) {
        return text.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
    }
}
