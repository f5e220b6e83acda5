package org.urdma4j.dist.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the site's files say, without a browser. */
@Tag("installed")
class SiteLinksTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\b(?:href|src|action)=\"([^\"]*)\"");
    private static final Pattern LOADED =
            Pattern.compile("<(?:script|link|img|iframe|source)\\b[^>]*(?:src|href)=\"([^\"]*)\"");
    private static final String ELSEWHERE = "(?i)[a-z][a-z0-9+.-]*:.*|//.*";
    private static final String REPOSITORY = "https://github.com/urdma4j/urdma4j/";

    private static List<String> all(Pattern pattern, String page) throws IOException {
        return pattern.matcher(BuiltSite.text(page))
                .results()
                .map(it -> BuiltSite.unescaped(it.group(1)))
                .toList();
    }

    @Test
    void shouldLeadToPagesAndAnchors() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (String page : BuiltSite.pages()) {
            for (String link : all(LINK, page)) {
                if (!link.matches(ELSEWHERE)) {
                    links++;
                    if (!BuiltSite.leads(page, link)) {
                        broken.add(page + ": " + link);
                    }
                }
            }
        }
        assertThat(broken).isEmpty();
        assertThat(links).isGreaterThan(10_000);
    }

    @Test
    void shouldNoticeALinkToNowhere() {
        assertThat(BuiltSite.leads("index.html", "docs/verbs.html")).isTrue();
        assertThat(BuiltSite.leads("index.html", "docs/nosuch.html")).isFalse();
        assertThat(BuiltSite.leads("index.html", "docs/verbs.html#nosuch")).isFalse();
        assertThat(BuiltSite.leads("index.html", "../pom.xml")).isFalse();
    }

    /** Of the sources where they are published, those that are there. */
    @Test
    void shouldLeadToSourcesThatThereAre() throws IOException {
        List<String> sources = new ArrayList<>();
        for (String page : BuiltSite.pages()) {
            all(LINK, page).stream().filter(it -> it.startsWith(REPOSITORY)).forEach(sources::add);
        }
        assertThat(sources)
                .isNotEmpty()
                .allSatisfy(it ->
                        assertThat(ROOT.resolve(it.replaceFirst(".*/(blob|tree)/[^/]+/", "")))
                                .exists());
    }

    @Test
    void shouldLoadNothingFromElsewhere() throws IOException {
        for (String page : BuiltSite.pages()) {
            assertThat(all(LOADED, page)).as(page).noneMatch(it -> it.matches(ELSEWHERE));
        }
        try (Stream<Path> files = Files.walk(BuiltSite.folder())) {
            for (Path style : files.filter(it -> it.toString().endsWith(".css")).toList()) {
                assertThat(Files.readString(style))
                        .as("%s", style)
                        .doesNotContain("@import")
                        .doesNotContainPattern("url\\(['\"]?(https?:)?//");
            }
        }
    }

    @Test
    void shouldHaveEveryPageOfTheDocumentation() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            assertThat(files.filter(it -> it.toString().endsWith(".md")))
                    .allSatisfy(it -> {
                        String name = ROOT.relativize(it).toString().replace("README", "index");
                        assertThat(BuiltSite.folder().resolve(name.replace(".md", ".html")))
                                .exists();
                    });
        }
    }

    /** What japicmp compares, and nothing else. */
    @Test
    void shouldHaveThePublicPackages() throws IOException {
        assertThat(Files.readAllLines(BuiltSite.folder().resolve("api/element-list")))
                .containsExactlyInAnyOrder(
                        "org.urdma4j.channel",
                        "org.urdma4j.endpoint",
                        "org.urdma4j.metrics",
                        "org.urdma4j.micrometer",
                        "org.urdma4j.netty",
                        "org.urdma4j.testing",
                        "org.urdma4j.verbs",
                        "org.urdma4j.verbs.cm",
                        "org.urdma4j.verbs.text");
    }
}
