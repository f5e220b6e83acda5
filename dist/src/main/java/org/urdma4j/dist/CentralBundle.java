package org.urdma4j.dist;

import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

/**
 * What Maven Central would refuse a folder of artifacts for, by the <a
 * href="https://central.sonatype.org/publish/requirements/">requirements</a> that it publishes:
 * what poms have to say, sources and javadoc, checksums, signatures. Whether a signature is good is
 * for gpg to say.
 */
public final class CentralBundle {
    private static final String NOT_SIGNED = ".*\\.(asc|md5|sha1|sha256|sha512)";
    private static final Map<String, String> CHECKSUMS = Map.of(".md5", "MD5", ".sha1", "SHA-1");
    private static final List<String> INHERITED = List.of("url", "licenses", "developers", "scm");

    private final List<String> faults = new ArrayList<>();
    private final Map<String, Element> poms = new TreeMap<>();
    private final Path folder;

    private CentralBundle(Path folder) {
        this.folder = folder;
    }

    /**
     * Prints what is wrong, a line each; the exit status is 1 then.
     *
     * @param args the folder, laid out as a Maven repository
     */
    public static void main(String[] args) throws Exception {
        List<String> faults = check(Path.of(args[0]));
        faults.forEach(System.err::println);
        System.exit(faults.isEmpty() ? 0 : 1);
    }

    /** Returns what is wrong, with the file's name first; empty if nothing is. */
    static List<String> check(Path folder) throws Exception {
        CentralBundle bundle = new CentralBundle(folder);
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files =
                    all.filter(Files::isRegularFile)
                            .filter(it -> !it.getFileName().toString().startsWith("maven-metadata"))
                            .sorted()
                            .toList();
        }
        for (Path file : files) {
            if (file.toString().endsWith(".pom")) {
                bundle.read(file);
            }
        }
        if (bundle.poms.isEmpty()) {
            bundle.faults.add(folder + ": there is no pom");
        }
        for (Map.Entry<String, Element> pom : bundle.poms.entrySet()) {
            bundle.checkPom(Path.of(pom.getKey()), pom.getValue());
        }
        for (Path file : files) {
            if (!file.toString().matches(NOT_SIGNED)) {
                bundle.checkCompanions(file);
            }
        }
        return bundle.faults;
    }

    private void read(Path file) throws IOException, ParserConfigurationException, SAXException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        poms.put(
                file.toString(),
                factory.newDocumentBuilder().parse(file.toFile()).getDocumentElement());
    }

    private void checkPom(Path file, Element pom) {
        String version = coordinate(pom, "version");
        String artifact = coordinate(pom, "artifactId");
        Path expected =
                folder.resolve(coordinate(pom, "groupId").replace('.', '/'))
                        .resolve(artifact)
                        .resolve(version)
                        .resolve(artifact + "-" + version + ".pom");
        require(file, file.equals(expected), "isn't where its coordinates say");
        require(file, !version.endsWith("-SNAPSHOT"), "is a snapshot");
        for (String element : List.of("name", "description")) {
            require(file, child(pom, element).isPresent(), "has no " + element);
        }
        for (String element : INHERITED) {
            require(file, inherited(pom, element).isPresent(), "has no " + element);
        }
        requireIn(file, pom, "licenses", "license", "name", "url");
        requireIn(file, pom, "developers", "developer", "name");
        inherited(pom, "scm")
                .ifPresent(scm -> {
                    require(file, child(scm, "connection").isPresent(), "has no connection in scm");
                    require(file, child(scm, "url").isPresent(), "has no url in scm");
                });
        if (!child(pom, "packaging").map(Node::getTextContent).orElse("jar").equals("pom")) {
            for (String end : List.of(".jar", "-sources.jar", "-javadoc.jar")) {
                Path jar = file.resolveSibling(artifact + "-" + version + end);
                require(file, Files.exists(jar), "comes without " + jar.getFileName());
            }
        }
    }

    private void requireIn(Path file, Element pom, String list, String one, String... elements) {
        Optional<Element> first = inherited(pom, list).flatMap(it -> child(it, one));
        for (String element : elements) {
            require(
                    file,
                    first.flatMap(it -> child(it, element)).isPresent(),
                    "has no %s of a %s".formatted(element, one));
        }
    }

    private void require(Path file, boolean met, String fault) {
        if (!met) {
            faults.add(file.getFileName() + " " + fault);
        }
    }

    /** That of the project, or of its parent. */
    private static String coordinate(Element pom, String name) {
        return child(pom, name)
                .or(() -> child(pom, "parent").flatMap(it -> child(it, name)))
                .map(it -> it.getTextContent().strip())
                .orElse("");
    }

    /** What the pom has, or the nearest of its parents in the bundle. */
    private Optional<Element> inherited(Element pom, String name) {
        return child(pom, name)
                .or(() ->
                        child(pom, "parent")
                                .flatMap(this::find)
                                .flatMap(it -> inherited(it, name)));
    }

    private Optional<Element> find(Element parent) {
        return poms.values().stream()
                .filter(it -> coordinate(it, "artifactId").equals(coordinate(parent, "artifactId")))
                .filter(it -> coordinate(it, "version").equals(coordinate(parent, "version")))
                .findFirst();
    }

    /** One with something in it. */
    private static Optional<Element> child(Element parent, String name) {
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element
                    && element.getTagName().equals(name)
                    && !element.getTextContent().isBlank()) {
                return Optional.of(element);
            }
        }
        return Optional.empty();
    }

    private void checkCompanions(Path file) throws IOException, NoSuchAlgorithmException {
        byte[] content = Files.readAllBytes(file);
        for (Map.Entry<String, String> checksum : new TreeMap<>(CHECKSUMS).entrySet()) {
            Path companion = Path.of(file + checksum.getKey());
            if (Files.exists(companion)) {
                byte[] digest = MessageDigest.getInstance(checksum.getValue()).digest(content);
                require(
                        companion,
                        Files.readString(companion)
                                .strip()
                                .equals(HexFormat.of().formatHex(digest)),
                        "is another file's");
            } else {
                require(companion, false, "is missing");
            }
        }
        Path signature = Path.of(file + ".asc");
        require(
                signature,
                Files.exists(signature)
                        && Files.readString(signature).startsWith("-----BEGIN PGP SIGNATURE-----"),
                "is missing");
    }
}
