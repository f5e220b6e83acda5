package org.urdma4j.dist.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.urdma4j.dist.Tree;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes the site: {@code index.html} of README.md, {@code docs}, {@code api}, {@code search.html}.
 * Nothing in it is loaded from elsewhere.
 */
public final class Site {
    private static final Pattern URL = Pattern.compile("(?m)^  <url>(.*)</url>$");
    private static final String[] OWN = {"site.css", "search.js"};

    private final String version;
    private final Path folder;

    private Site(String version, Path folder) {
        this.version = version;
        this.folder = folder;
    }

    /**
     * Makes it anew.
     *
     * @param args version, the sources' folder, that of the site
     */
    public static void main(String[] args) throws IOException {
        Site site = new Site(args[0], Path.of(args[2]).toAbsolutePath());
        Tree.remove(site.folder);
        Files.createDirectories(site.folder);
        try {
            site.write(Path.of(args[1]).toAbsolutePath().normalize());
        } catch (IllegalArgumentException e) { // a link to nowhere
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private void write(Path root) throws IOException {
        Matcher url = URL.matcher(Files.readString(root.resolve("pom.xml")));
        if (!url.find()) {
            throw new IllegalStateException("pom.xml doesn't say where the sources are published");
        }
        String revision = version.endsWith("-SNAPSHOT") ? "main" : "v" + version;
        MarkdownPages pages = MarkdownPages.read(root, url.group(1), revision);
        for (Map.Entry<String, Page> page : pages.pages().entrySet()) {
            write(page.getKey(), html(page.getKey(), page.getValue()));
        }
        for (String image : pages.images()) {
            Path copy = folder.resolve(image);
            Files.createDirectories(copy.getParent());
            Files.copy(root.resolve(image), copy);
        }
        write("api.css", resource("api.css"));
        Path stylesheet = folder.resolve("api.css");
        Path api = folder.resolve("api");
        ApiDocs.write(root, version, stylesheet, api);
        Files.delete(stylesheet);
        write("search-index.js", SearchIndex.of(pages.pages(), api));
        for (String name : OWN) {
            write(name, resource(name));
        }
        write("search.html", html("search.html", "Search", resource("search.html"), ""));
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Site.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }

    private String html(String file, Page page) {
        String contents =
                page.sections().stream()
                        .filter(it -> it.level() == 2)
                        .map(it ->
                                "<li><a href=\"#%s\">%s</a></li>\n"
                                        .formatted(it.id(), escaped(it.heading())))
                        .collect(Collectors.joining());
        if (!contents.isEmpty()) {
            contents =
                    """
                    <nav class="contents" aria-label="On this page"><ul>
                    %s</ul></nav>
                    """
                            .formatted(contents);
        }
        return html(file, page.title(), page.html(), contents);
    }

    private String html(String file, String title, String content, String contents) {
        String up = "../".repeat((int) file.chars().filter(it -> it == '/').count());
        return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%2$s – urdma4j %3$s</title>
        <link rel="stylesheet" href="%1$ssite.css">
        </head>
        <body>
        <header>
        <a href="%1$sindex.html">urdma4j %3$s</a>
        <a href="%1$sdocs/index.html">Documentation</a>
        <a href="%1$sapi/index.html">API</a>
        <form action="%1$ssearch.html" role="search">
        <input type="search" name="q" placeholder="Search" aria-label="Search" autocomplete="off">
        </form>
        </header>
        %5$s<main>
        %4$s</main>
        </body>
        </html>
        """
                .formatted(up, escaped(title), escaped(version), content, contents);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
