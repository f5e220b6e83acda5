package org.urdma4j.dist.site;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The javadoc of the packages that later releases keep: those of the modules whose pom sets {@code
 * api.skip} to false, so that japicmp compares them.
 */
final class ApiDocs {
    private static final Pattern MODULE = Pattern.compile("<module>(.*)</module>");
    private static final Pattern ARTIFACT =
            Pattern.compile("(?s)</parent>.*?<artifactId>(.*?)</artifactId>");
    private static final String SOURCES = "src/main/java";

    /** What the stylesheet asks for although javadoc is told to leave it out. */
    private static final String FONTS = "@import url('fonts/dejavu.css');";

    private ApiDocs() {}

    /**
     * Writes it.
     *
     * @param root the sources' folder
     * @param stylesheet added to javadoc's own
     */
    static void write(Path root, String version, Path stylesheet, Path folder) throws IOException {
        Map<String, Path> modules = modules(root);
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("-quiet", "-Werror", "-Xdoclint:all,-missing", "-notimestamp"));
        arguments.addAll(List.of("-locale", "en", "-encoding", "UTF-8", "-docencoding", "UTF-8"));
        arguments.addAll(List.of("-charset", "UTF-8", "--no-fonts"));
        arguments.addAll(List.of("--add-stylesheet", stylesheet.toString()));
        arguments.addAll(List.of("-windowtitle", "urdma4j " + version));
        arguments.addAll(List.of("-doctitle", "urdma4j " + version + ": the API"));
        arguments.addAll(
                List.of("-header", "<a href=\"{@docRoot}/../docs/index.html\">Documentation</a>"));
        arguments.addAll(List.of("-classpath", System.getProperty("java.class.path")));
        arguments.addAll(List.of("-sourcepath", join(modules.values(), File.pathSeparator)));
        for (Map.Entry<String, Path> module : modules.entrySet()) {
            List<String> packages = packages(module.getValue());
            arguments.addAll(List.of("-group", module.getKey(), String.join(":", packages)));
            arguments.addAll(packages);
        }
        arguments.addAll(List.of("-d", folder.toString()));
        int status =
                ToolProvider.findFirst("javadoc")
                        .orElseThrow()
                        .run(System.out, System.err, arguments.toArray(String[]::new));
        if (status != 0) {
            throw new IllegalStateException("javadoc failed with status " + status);
        }
        Path own = folder.resolve("resource-files/stylesheet.css");
        Files.writeString(own, Files.readString(own).replace(FONTS, ""));
    }

    private static String join(Collection<Path> paths, String separator) {
        return paths.stream().map(Path::toString).collect(Collectors.joining(separator));
    }

    /** Their folders of sources, by the names of their artifacts. */
    private static Map<String, Path> modules(Path root) throws IOException {
        Map<String, Path> kept = new TreeMap<>();
        Matcher module = MODULE.matcher(Files.readString(root.resolve("pom.xml")));
        while (module.find()) {
            Path folder = root.resolve(module.group(1));
            String pom = Files.readString(folder.resolve("pom.xml"));
            Matcher artifact = ARTIFACT.matcher(pom);
            if (pom.contains("<api.skip>false</api.skip>") && artifact.find()) {
                kept.put(artifact.group(1), folder.resolve(SOURCES));
            }
        }
        return kept;
    }

    private static List<String> packages(Path sources) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.endsWith("package-info.java"))
                    .map(file -> sources.relativize(file.getParent()).toString())
                    .map(folder -> folder.replace(File.separatorChar, '.'))
                    .sorted()
                    .toList();
        }
    }
}
