package org.urdma4j.dist;

import static java.nio.charset.StandardCharsets.UTF_8;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * THIRD-PARTY.txt: which libraries of others are in the archive, under which licence, with the
 * texts that the licences ask for. Their jars have them, or the folder {@code notices}, by group.
 */
final class Notices {
    private static final String OURS = "org.urdma4j";
    private static final String APACHE = "Apache-2.0";
    private static final String TEXT = "(?i)META-INF/[^/]*(LICENSE|NOTICE)[^/]*";

    /** What may be in the archive; by what CycloneDX calls it, or the project itself. */
    private static final List<String> ALLOWED =
            List.of(
                    APACHE,
                    "MIT",
                    "BSD-2-Clause",
                    "BSD-3-Clause",
                    "CC0-1.0",
                    "LGPL-2.1-or-later",
                    "Bouncy Castle Licence");

    private final Path folder;
    private final Map<String, List<String>> texts = new LinkedHashMap<>();

    private Notices(Path folder) {
        this.folder = folder;
    }

    /**
     * Returns the page.
     *
     * @param components CycloneDX's list
     * @param jars those of {@code app/lib}
     * @param folder the texts of those that don't have them in their jars
     */
    static String of(JsonNode components, List<Path> jars, Path folder) throws IOException {
        Notices notices = new Notices(folder);
        Map<String, JsonNode> byJar = new TreeMap<>();
        for (JsonNode component : components) {
            byJar.put(
                    component.path("name").asString() + "-" + component.path("version").asString(),
                    component);
        }
        StringBuilder page =
                new StringBuilder(
                        """
                        What comes along with urdma4j, beside the Java runtime, whose licences are in
                        runtime/legal. The Apache License 2.0 is in LICENSE.

                        """);
        for (Path jar : jars) {
            String name = jar.getFileName().toString().replaceFirst("\\.jar$", "");
            JsonNode component = byJar.get(name.replaceFirst("-linux-[a-z0-9_]+$", ""));
            if (component == null) {
                throw new IllegalStateException(name + " is in no list of components");
            }
            if (!component.path("group").asString().equals(OURS)) {
                List<String> licenses = licenses(component);
                page.append("%s: %s%n".formatted(name, String.join(" or ", licenses)));
                notices.addTexts(name, component.path("group").asString(), licenses, jar);
            }
        }
        notices.texts.forEach((text, names) ->
                page.append(
                        "\n%s%n%s%n%n%s%n"
                                .formatted("-".repeat(72), String.join(", ", names), text)));
        return page.toString();
    }

    /** One that may be in the archive is enough where there is a choice. */
    private static List<String> licenses(JsonNode component) {
        Set<String> found = new TreeSet<>();
        for (JsonNode each : component.path("licenses")) {
            JsonNode license = each.path("license");
            found.add(license.path("id").asString(license.path("name").asString("")));
        }
        if (found.stream().noneMatch(ALLOWED::contains)) {
            throw new IllegalStateException(
                    "%s has the licences %s: if that may be in the archive, Notices is to name it"
                            .formatted(component.path("purl").asString(), found));
        }
        return List.copyOf(found);
    }

    private void addTexts(String name, String group, List<String> licenses, Path jar)
            throws IOException {
        List<String> own = new ArrayList<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : file.stream().filter(it -> it.getName().matches(TEXT)).toList()) {
                own.add(new String(file.getInputStream(entry).readAllBytes(), UTF_8).strip());
            }
        }
        Path kept = folder.resolve(group + ".txt");
        if (Files.exists(kept)) {
            own.add(Files.readString(kept).strip());
        }
        if (own.isEmpty() && !licenses.contains(APACHE)) {
            throw new IllegalStateException(
                    "%s has no text of its licence: put it into %s".formatted(name, kept));
        }
        own.forEach(text -> texts.computeIfAbsent(text, it -> new ArrayList<>()).add(name));
    }
}
