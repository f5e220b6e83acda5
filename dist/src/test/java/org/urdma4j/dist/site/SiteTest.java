package org.urdma4j.dist.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The site that a build has made, as a browser shows it from its folder. */
@Tag("browser")
@Timeout(900)
class SiteTest {
    private static final int DESK = 1280;
    private static final int PHONE = 390;

    /** A sheet of A4 between margins of 1 cm, at 96 pixels an inch. */
    private static final int SHEET = 718;

    /** The least ratio of luminances that WCAG 2.2 has for text (1.4.3, level AA). */
    private static final double CONTRAST = 4.5;

    private static final String API = "api/org/urdma4j/verbs/QueuePair.html";
    private static final String CLASS = "api/org/.*/[A-Z][^/]*";
    private static final List<String> KINDS =
            List.of(
                    "index.html",
                    "docs/verbs.html",
                    "docs/notebook/index.html",
                    "search.html?q=mtu",
                    "api/index.html",
                    "api/org/urdma4j/verbs/package-summary.html",
                    API);

    private static Browser browser;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/chromium")),
                "Skipped: chromium is not installed (Debian: chromium)");
        browser = new Browser(folder);
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void begin() throws Exception {
        browser.media("screen", "light");
        browser.resize(DESK);
        browser.complaints().clear();
        browser.requests().clear();
    }

    private static URI address(String page) {
        return URI.create(BuiltSite.folder().toUri() + page);
    }

    /**
     * At both widths no page is wider than the window, loads from elsewhere or fails: all but those
     * of classes, which are alike, and each tenth of these.
     */
    @Test
    void shouldFitAPhoneAndADesk() throws Exception {
        List<String> wide = new ArrayList<>();
        List<String> pages = new ArrayList<>(BuiltSite.pages());
        List<String> classes = pages.stream().filter(it -> it.matches(CLASS)).toList();
        for (int i = 0; i < classes.size(); i++) {
            if (i % 10 != 0) {
                pages.remove(classes.get(i));
            }
        }
        assertThat(pages).hasSizeGreaterThan(100);
        for (String page : pages) {
            browser.show(address(page));
            for (int width : new int[] {DESK, PHONE}) {
                browser.resize(width);
                int needs = browser.evaluate("document.documentElement.scrollWidth").asInt();
                if (needs > width) {
                    wide.add("%s: %d at %d, %s".formatted(page, needs, width, widest(width)));
                }
            }
        }

        assertThat(wide).isEmpty();
        assertThat(browser.requests())
                .isNotEmpty()
                .allMatch(it -> it.matches("(?s)(file:///|data:).*"));
        assertThat(browser.complaints()).isEmpty();
    }

    private static String widest(int width) throws Exception {
        return browser.evaluate(
                        """
                        [...document.body.querySelectorAll('*')]
                            .filter(it => it.getBoundingClientRect().right > %d)
                            .slice(-3).map(it => it.outerHTML.slice(0, 120)).join(' | ')
                        """
                                .formatted(width))
                .asString();
    }

    @Test
    void shouldBeDarkForWhoWantsIt() throws Exception {
        List<String> pale = new ArrayList<>();
        for (String page : KINDS) {
            browser.media("screen", "light");
            browser.show(address(page));
            assertThat(ground()).as(page).isGreaterThan(0.9);
            palest().forEach(it -> pale.add(page + " in light: " + it));

            browser.media("screen", "dark");
            assertThat(ground()).as(page).isLessThan(0.1);
            palest().forEach(it -> pale.add(page + " in dark: " + it));
        }
        assertThat(pale).isEmpty();
    }

    /** Also for who has it dark on the screen. */
    @Test
    void shouldPrintTheTextAloneOnWhite() throws Exception {
        browser.resize(SHEET);
        for (String page : KINDS) {
            browser.show(address(page));
            browser.media("print", "dark");

            assertThat(ground()).as(page).isGreaterThan(0.9);
            assertThat(
                            browser.evaluate(
                                            "{"
                                                    + LUMINANCE
                                                    + "of(getComputedStyle(document.body).color) }")
                                    .asDouble())
                    .as(page)
                    .isLessThan(0.2);
            assertThat(
                            browser.evaluate(
                                            """
                                            [...document.querySelectorAll(
                                                    'header form, nav.contents, nav.toc, .sub-nav')]
                                                .filter(it => it.checkVisibility()).length
                                            """)
                                    .asInt())
                    .as(page)
                    .isZero();
            String cut =
                    browser.evaluate(
                                    """
                                    [...document.querySelectorAll('main pre, main table')]
                                        .filter(it => it.getBoundingClientRect().right > innerWidth
                                            || it.scrollWidth > it.clientWidth + 1)
                                        .map(it => it.outerHTML.slice(0, 200)).join(' | ')
                                    """)
                            .asString();
            assertThat(cut).as(page).isEmpty();
            browser.media("screen", "light");
        }
    }

    private static final String LUMINANCE =
            """
            const parts = it => it.match(/[\\d.]+/g).map(Number);
            const of = it => {
                const [r, g, b] = parts(it).map(c => c / 255)
                    .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            """;

    private static double ground() throws Exception {
        return browser.evaluate(
                        "{" + LUMINANCE + "of(getComputedStyle(document.body).backgroundColor) }")
                .asDouble();
    }

    /** Text that is seen with less than the contrast that it has to have. */
    private static List<String> palest() throws Exception {
        return strings(
                "{"
                        + LUMINANCE
                        + """
                        const behind = it => {
                            for (let at = it; at; at = at.parentElement) {
                                const ground = getComputedStyle(at).backgroundColor;
                                const alpha = parts(ground)[3] ?? 1;
                                if (alpha > 0.5) return ground;
                            }
                            return 'rgb(255, 255, 255)';
                        };
                        [...document.body.querySelectorAll('*')]
                            .filter(it => it.checkVisibility() && !it.closest('.skip-nav')
                                && [...it.childNodes].some(node => node.nodeType === 3
                                    && node.data.trim()))
                            .map(it => {
                                const on = of(behind(it));
                                const text = of(getComputedStyle(it).color);
                                const ratio = (Math.max(on, text) + 0.05)
                                    / (Math.min(on, text) + 0.05);
                                return [ratio, it.outerHTML.slice(0, 120)];
                            })
                            .filter(([ratio]) => ratio < %s)
                            .sort((a, b) => a[0] - b[0]).slice(0, 3)
                            .map(it => it.join(' '))
                        }
                        """
                                .formatted(CONTRAST));
    }

    private static List<String> strings(String expression) throws Exception {
        List<String> strings = new ArrayList<>();
        for (JsonNode it : browser.evaluate(expression)) {
            strings.add(it.asString());
        }
        return strings;
    }

    private static List<String> search(String words) throws Exception {
        browser.show(address("search.html?q=" + URLEncoder.encode(words, StandardCharsets.UTF_8)));
        return strings(
                "[...document.querySelectorAll('#results a')].map(it => it.getAttribute('href'))");
    }

    @Test
    void shouldFindWordsOfPagesAndNamesOfTheApi() throws Exception {
        assertThat(search("ibv_post_send")).anyMatch(it -> it.startsWith("docs/verbs.html"));
        assertThat(search("QueuePair")).first().isEqualTo(API);
        assertThat(search("org.urdma4j.verbs.cm"))
                .first()
                .isEqualTo("api/org/urdma4j/verbs/cm/package-summary.html");
        assertThat(search("reqnotify"))
                .first()
                .asString()
                .startsWith("api/org/urdma4j/verbs/CompletionQueue.html#reqNotify(");
        assertThat(search("  Path   MTU "))
                .anyMatch(it -> it.equals("docs/networks.html#path-mtu"));
        assertThat(browser.evaluate("document.querySelectorAll('mark').length").asInt())
                .isPositive();
    }

    /** Nothing that is asked for is markup. */
    @Test
    void shouldTakeAnyWords() throws Exception {
        assertThat(search("")).isEmpty();
        assertThat(search("nosuchword")).isEmpty();
        assertThat(search("<img src=x onerror=alert(1)> \" ' \\ [ ( %")).isEmpty();
        assertThat(search("ｘ\ud83d\ude00 ".repeat(500))).isEmpty();
        assertThat(browser.evaluate("document.getElementById('count').textContent").asString())
                .isEqualTo("Nothing has all of these words.");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void shouldSearchAsOneTypes() throws Exception {
        search("");

        browser.evaluate(
                """
                const input = document.querySelector('input');
                input.value = 'QueuePair';
                input.dispatchEvent(new Event('input'));
                """);

        assertThat(browser.evaluate("document.querySelector('#results a').href").asString())
                .isEqualTo(address(API).toString());
    }

    @Test
    void shouldLetJavadocSearchItself() throws Exception {
        browser.show(address("api/search.html?q=QueuePair"));

        JsonNode first =
                browser.evaluate(
                        """
                        new Promise(done => {
                            const look = () => {
                                const link = document.querySelector(
                                    '#result-container a[href$="verbs/QueuePair.html"]');
                                if (link) done(link.href);
                                else requestAnimationFrame(look);
                            };
                            look();
                        })
                        """);

        assertThat(first.asString()).isEqualTo(address(API).toString());
    }

    /** Each address that the search can give is a page, and an anchor of it if it has one. */
    @Test
    void shouldFindNothingThatIsNotThere() throws Exception {
        browser.show(address("search.html"));
        List<String> broken = new ArrayList<>();
        for (String it : strings("searchIndex.map(it => it[0])")) {
            if (!BuiltSite.leads("search.html", it)) {
                broken.add(it);
            }
        }

        assertThat(broken).isEmpty();
    }
}
