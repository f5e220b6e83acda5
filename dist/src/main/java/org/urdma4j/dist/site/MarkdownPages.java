package org.urdma4j.dist.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All pages that links lead to from the first one, and the images in them, each where the sources
 * have it; {@code README.md} is a folder's {@code index.html}. What is neither is a link to where
 * the sources are published.
 */
final class MarkdownPages {
    private static final String URL = "[A-Za-z][A-Za-z0-9+.-]*:.*";
    private static final String SOURCE_OF_A_PAGE = "\\.md$";

    private final Map<String, Page> pages = new TreeMap<>();
    private final Set<String> images = new TreeSet<>();
    private final Deque<Path> left = new ArrayDeque<>();
    private final Set<Path> seen = new TreeSet<>();
    private final Path root;
    private final String repository;
    private final String revision;

    private MarkdownPages(Path root, String repository, String revision) {
        this.root = root.toAbsolutePath().normalize();
        this.repository = repository;
        this.revision = revision;
    }

    /**
     * Reads them.
     *
     * @param root the sources' folder
     * @param repository where the sources are published, as GitHub does it
     * @param revision the branch or tag there
     * @throws IllegalArgumentException if a link leads nowhere
     */
    static MarkdownPages read(Path root, String repository, String revision) throws IOException {
        MarkdownPages pages = new MarkdownPages(root, repository, revision);
        pages.queue(pages.root.resolve("README.md"));
        while (!pages.left.isEmpty()) {
            Path source = pages.left.remove();
            String text = Files.isDirectory(source) ? list(source) : Files.readString(source);
            Path folder = Files.isDirectory(source) ? source : source.getParent();
            pages.pages.put(
                    pages.file(source),
                    Markdown.read(
                            text,
                            link -> pages.link(source, folder, link),
                            link -> pages.image(source, folder, link)));
        }
        return pages;
    }

    /** The pages, by the names of their files in the site. */
    Map<String, Page> pages() {
        return pages;
    }

    /** The names of the images' files, in the sources and in the site. */
    Set<String> images() {
        return images;
    }

    private void queue(Path source) {
        if (seen.add(source)) {
            left.add(source);
        }
    }

    /** A folder of pages without one about it. */
    private static String list(Path folder) throws IOException {
        return "# %s\n".formatted(folder.getFileName())
                + markdown(folder).stream()
                        .map(Path::getFileName)
                        .map("- [%1$s](%1$s)\n"::formatted)
                        .collect(Collectors.joining());
    }

    private static List<Path> markdown(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
        }
    }

    private String file(Path source) {
        String name = name(source);
        if (Files.isDirectory(source)) {
            return name + "/index.html";
        }
        return name.replaceFirst("(^|/)README\\.md$", "$1index.md")
                .replaceFirst(SOURCE_OF_A_PAGE, ".html");
    }

    private String name(Path source) {
        return root.relativize(source).toString();
    }

    private String link(Path page, Path folder, String link) {
        if (link.matches(URL) || link.startsWith("#")) {
            return link;
        }
        int hash = link.indexOf('#');
        String anchor = hash < 0 ? "" : link.substring(hash);
        Path target = target(page, folder, hash < 0 ? link : link.substring(0, hash));
        try {
            if (Files.isDirectory(target) && Files.exists(target.resolve("README.md"))) {
                target = target.resolve("README.md");
            }
            boolean isFolder = Files.isDirectory(target);
            if (target.toString().endsWith(".md") || (isFolder && !markdown(target).isEmpty())) {
                queue(target);
                return relative(folder, file(target)) + anchor;
            }
            String kind = isFolder ? "tree" : "blob";
            return String.join("/", repository, kind, revision, name(target)) + anchor;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String image(Path page, Path folder, String link) {
        if (link.matches(URL)) {
            throw new IllegalArgumentException(
                    "%s: %s would be loaded from elsewhere".formatted(name(page), link));
        }
        String name = name(target(page, folder, link));
        images.add(name);
        return relative(folder, name);
    }

    private Path target(Path page, Path folder, String link) {
        Path target = folder.resolve(link).normalize();
        if (!target.startsWith(root) || !Files.exists(target)) {
            throw new IllegalArgumentException("%s: %s leads nowhere".formatted(name(page), link));
        }
        return target;
    }

    private String relative(Path folder, String name) {
        return folder.relativize(root.resolve(name)).toString();
    }
}
