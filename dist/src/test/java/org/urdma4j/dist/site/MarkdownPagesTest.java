package org.urdma4j.dist.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Pages of Markdown as pages of the site. */
class MarkdownPagesTest {
    private static final String REPOSITORY = "https://x.org/p";

    @TempDir private Path root;

    private void write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private MarkdownPages read() throws IOException {
        return MarkdownPages.read(root, REPOSITORY, "v1");
    }

    private String html(String file) throws IOException {
        return read().pages().get(file).html();
    }

    @Test
    void shouldFollowLinksToPages() throws IOException {
        write("README.md", "[a](docs/a.md#two-words) [docs](docs) [top](#x)");
        write("docs/a.md", "[up](../README.md) [b](sub/b.md)");
        write("docs/README.md", "");
        write("docs/sub/b.md", "[a](../a.md)");
        write("notes/unknown.md", "");

        assertThat(read().pages())
                .containsOnlyKeys(
                        "index.html", "docs/a.html", "docs/index.html", "docs/sub/b.html");
        assertThat(html("index.html"))
                .contains("\"docs/a.html#two-words\"", "\"docs/index.html\"", "\"#x\"");
        assertThat(html("docs/a.html")).contains("\"../index.html\"", "\"sub/b.html\"");
        assertThat(html("docs/sub/b.html")).contains("\"../a.html\"");
    }

    @Test
    void shouldListAFolderOfPagesThatHasNoneAboutIt() throws IOException {
        write("README.md", "[all](notes)");
        write("notes/b.md", "# B");
        write("notes/a.md", "# A");

        assertThat(read().pages())
                .containsOnlyKeys("index.html", "notes/index.html", "notes/a.html", "notes/b.html");
        assertThat(html("index.html")).contains("\"notes/index.html\"");
        assertThat(html("notes/index.html")).containsSubsequence("\"a.html\"", "\"b.html\"");
    }

    @Test
    void shouldLeadToSourcesWhereTheyArePublished() throws IOException {
        write("README.md", "[f](src/A.java) [d](src) [l](LICENSE#1) [w](https://y.org/a.md)");
        write("src/A.java", "");
        write("LICENSE", "");

        assertThat(html("index.html"))
                .contains(
                        "\"https://x.org/p/blob/v1/src/A.java\"",
                        "\"https://x.org/p/tree/v1/src\"",
                        "\"https://x.org/p/blob/v1/LICENSE#1\"",
                        "\"https://y.org/a.md\"");
    }

    @Test
    void shouldTakeImagesAlong() throws IOException {
        write("README.md", "[a](docs/a.md)");
        write("docs/a.md", "![A chart](../b.svg)");
        write("b.svg", "<svg/>");

        assertThat(read().images()).containsExactly("b.svg");
        assertThat(html("docs/a.html")).contains("src=\"../b.svg\"", "alt=\"A chart\"");
    }

    @Test
    void shouldSayWhichLinkLeadsNowhere() throws IOException {
        write("README.md", "[a](docs/a.md)");
        write("docs/a.md", "[b](b.md)");

        assertThatIllegalArgumentException()
                .isThrownBy(this::read)
                .withMessage("docs/a.md: b.md leads nowhere");

        write("docs/a.md", "![b](https://y.org/b.png)");
        assertThatIllegalArgumentException()
                .isThrownBy(this::read)
                .withMessage("docs/a.md: https://y.org/b.png would be loaded from elsewhere");

        write("docs/a.md", "[out](../../x)");
        assertThatIllegalArgumentException()
                .isThrownBy(this::read)
                .withMessage("docs/a.md: ../../x leads nowhere");
    }

    /** As GitHub does for these headings. */
    @Test
    void shouldNameHeadingsAsGitHubDoes() throws IOException {
        write(
                "README.md",
                """
                # What's `a_b`, in C++?
                ## epoll, io_uring or NIO
                ## Same
                ### Same
                ## [Linked](#same) – then
                """);

        assertThat(read().pages().get("index.html").sections())
                .extracting(Page.Section::id)
                .containsExactly(
                        "whats-a_b-in-c",
                        "epoll-io_uring-or-nio",
                        "same",
                        "same-1",
                        "linked--then");
        assertThat(html("index.html")).contains("<h1 id=\"whats-a_b-in-c\">", "<h3 id=\"same-1\">");
    }

    @Test
    void shouldKeepWhatStandsBelowAHeadingForTheSearch() throws IOException {
        write(
                "README.md",
                """
                # Title
                Some *text*
                on [two](#title) lines.

                | a | `b` |
                | --- | --- |
                | 1 | 2 |

                ```
                code < more
                ```
                ## Next
                - one
                - two
                """);

        assertThat(read().pages().get("index.html"))
                .isEqualTo(
                        new Page(
                                "Title",
                                html("index.html"),
                                java.util.List.of(
                                        new Page.Section(
                                                "title",
                                                1,
                                                "Title",
                                                "Some text on two lines. a b 1 2 code < more"),
                                        new Page.Section("next", 2, "Next", "one two"))));
        assertThat(html("index.html"))
                .contains("<div class=\"wide\">", "<table>", "code &lt; more");
    }
}
