package org.urdma4j.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Links of all pages lead somewhere: to a file, and to a heading that it has. */
class PageLinksTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+?) *$");
    private static final Pattern NAME_OF_PAGE = Pattern.compile("\\bdocs/([\\w-]{2,}\\.md)");
    private static final String FENCED = "(?ms)^```.*?^```$";
    private static final String CODE = "`[^`\n]*`";

    private final Map<Path, Set<String>> anchors = new HashMap<>();

    @Test
    void shouldLeadToFilesAndHeadings() throws IOException {
        List<Path> pages = pages();
        assertThat(pages).hasSizeGreaterThan(20);
        List<String> broken = new ArrayList<>();
        for (Path page : pages) {
            String text = text(page).replaceAll(CODE, "");
            Matcher link = LINK.matcher(text);
            while (link.find()) {
                if (!link.group(1).contains(":") && !leads(page, link.group(1))) {
                    broken.add(ROOT.relativize(page) + ": " + link.group(1));
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void shouldFindPagesThatSourcesName() throws IOException {
        List<String> missing = new ArrayList<>();
        for (Path source : sources()) {
            Matcher name = NAME_OF_PAGE.matcher(Files.readString(source));
            while (name.find()) {
                if (!Files.exists(ROOT.resolve("docs").resolve(name.group(1)))) {
                    missing.add(ROOT.relativize(source) + ": " + name.group());
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    private boolean leads(Path page, String link) throws IOException {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        if (!Files.exists(target)) {
            return false;
        }
        return hash < 0 || anchors(target).contains(link.substring(hash + 1));
    }

    private Set<String> anchors(Path page) throws IOException {
        Set<String> known = anchors.get(page);
        if (known == null) {
            known = new HashSet<>();
            Matcher heading = HEADING.matcher(text(page));
            while (heading.find()) {
                String anchor = anchor(heading.group(1));
                String unique = anchor;
                for (int i = 1; !known.add(unique); i++) {
                    unique = anchor + "-" + i;
                }
            }
            anchors.put(page, known);
        }
        return known;
    }

    /** Makes an anchor of a heading as GitHub does. */
    private static String anchor(String heading) {
        return heading.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
    }

    private static String text(Path page) throws IOException {
        return Files.readString(page).replaceAll(FENCED, "");
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String folder : List.of("", "docs", "docs/notebook", "apps/copy", "apps/gateway")) {
            try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        return pages;
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.map(module -> module.resolve("src")).toList()) {
                if (Files.isDirectory(module)) {
                    try (Stream<Path> files = Files.walk(module)) {
                        files.filter(file -> file.toString().endsWith(".java"))
                                .forEach(sources::add);
                    }
                }
            }
        }
        return sources;
    }
}
