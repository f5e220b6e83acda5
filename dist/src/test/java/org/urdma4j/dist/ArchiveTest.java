package org.urdma4j.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The archive, unpacked in a folder with a blank that nobody can write to, without any JDK. */
@Tag("installed")
@Timeout(300)
class ArchiveTest {
    private static final Path TARGET = Path.of(System.getProperty("urdma4j.target", "target"));
    private static final String VERSION = System.getProperty("urdma4j.version", "");
    private static final long MOST_BYTES = 90_000_000;

    private static Path folder;
    private static Path root;
    private static Path home;

    @BeforeAll
    static void unpack() throws Exception {
        folder = Files.createTempDirectory("urdma4j archive");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Shell.succeed("tar", "-x", "-f", archive(), "-C", folder);
        try (Stream<Path> all = Files.list(folder)) {
            root = all.toList().getFirst();
        }
        Shell.succeed("chmod", "-R", "a-w", root);
        home = Files.createDirectory(folder.resolve("home"));
        if (Shell.isRoot()) {
            Shell.succeed("chown", "65534:65534", home);
        }
    }

    @AfterAll
    static void remove() throws Exception {
        Shell.succeed("chmod", "-R", "u+w", folder);
        Shell.succeed("rm", "-rf", folder);
    }

    private static Path archive() throws IOException {
        try (Stream<Path> all = Files.list(TARGET)) {
            return all.filter(it -> it.toString().matches(".*-linux-[^/]*\\.tar\\.gz"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Runs the command as who has no rights. */
    private static String urdma(Map<String, String> environment, Object... arguments)
            throws Exception {
        List<Object> command = new ArrayList<>();
        if (Shell.isRoot()) {
            command.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
        }
        command.add(root.resolve("bin/urdma"));
        command.addAll(List.of(arguments));
        return Shell.run(environment, command.toArray()).said();
    }

    private static String urdma(Object... arguments) throws Exception {
        return urdma(Map.of("URDMA_JAVA_OPTS", "-Xshare:auto"), arguments);
    }

    @Test
    void shouldBeSmall() throws IOException {
        assertThat(Files.size(archive())).isLessThan(MOST_BYTES);
    }

    @Test
    void shouldSayItsVersion() throws Exception {
        assertThat(urdma("--version")).startsWith("urdma " + VERSION + "\nJava 25");
        assertThat(root.getFileName())
                .hasToString(
                        "urdma4j-%s-linux-%s"
                                .formatted(VERSION, Shell.succeed("uname", "-m").strip()));
    }

    @Test
    void shouldMoveFilesInTheClearAndSealed() throws Exception {
        assertThat(urdma("demo", "--size", "4M", "--loss", "0", "--port", 47920))
                .containsPattern("Standard .* same\\n")
                .containsPattern("URDMA .* same\\n");

        Path key = home.resolve("key");
        Files.writeString(key, urdma("key", "psk"));
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        if (Shell.isRoot()) {
            Shell.succeed("chown", "65534:65534", key);
        }
        assertThat(urdma("demo", "--size", "4M", "--protect", "psk:" + key, "--port", 47920))
                .containsPattern("URDMA .* same\\n");
    }

    @Test
    void shouldRunThroughALink() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), root.resolve("bin/urdma"));

        assertThat(Shell.run(Map.of("URDMA_JAVA_OPTS", "-Xshare:auto"), link, "--version").said())
                .contains(VERSION);
    }

    /** What is kept for later starts is in the user's folder, and serves them. */
    @Test
    void shouldKeepItsCacheInTheFolderOfTheUser() throws Exception {
        Map<String, String> environment = Map.of("HOME", home.toString());
        Path caches = home.resolve(".cache/urdma4j");
        urdma(environment, "--version");
        while (names(caches, ".tried").isEmpty()) {
            Thread.sleep(20);
        }

        assertThat(names(caches, ".aot")).hasSize(1);
        assertThat(
                        urdma(
                                Map.of(
                                        "HOME",
                                        home.toString(),
                                        "URDMA_JAVA_OPTS",
                                        "-Xlog:class+load"),
                                "--version"))
                .contains("org.urdma4j.tools.Urdma source: shared objects file");
        assertThat(Files.getPosixFilePermissions(caches))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    /** It holds code: what another user may have written isn't run. */
    @Test
    void shouldTakeNoCacheFromTheFolderOfAnother() throws Exception {
        assumeTrue(Shell.isRoot(), "Skipped: this needs root, and a folder of somebody else");
        Path others = Files.createDirectories(folder.resolve("others/urdma4j"));
        Shell.succeed("chown", "-R", "65534:65534", others);

        Shell.run(
                        Map.of("XDG_CACHE_HOME", others.getParent().toString()),
                        root.resolve("bin/urdma"),
                        "--version")
                .said();

        assertThat(others).isEmptyDirectory();
    }

    @Test
    void shouldDoWithoutAnyFolderOfTheUser() throws Exception {
        assertThat(urdma(Map.of(), "--version")).contains(VERSION);
        assertThat(urdma(Map.of("HOME", "/dev/null/home"), "--version")).contains(VERSION);
    }

    /** What the JDK's own tool says of the jars, but for what is only used by what isn't. */
    @Test
    void shouldHaveTheModulesThatTheJarsNeed() throws Exception {
        TreeSet<String> needed = new TreeSet<>();
        try (Stream<Path> jars = Files.walk(root.resolve("app"))) {
            for (Path jar : jars.filter(it -> it.toString().endsWith(".jar")).toList()) {
                StringWriter said = new StringWriter();
                if (jdeps(jar, said) != 0) {
                    // A module is only looked at beside those that it requires: take its classes.
                    Path classes = Files.createTempDirectory(folder, "classes");
                    unpackClasses(jar, classes);
                    said = new StringWriter();
                    assertThat(jdeps(classes, said)).as("%s: %s", jar, said).isZero();
                }
                said.toString()
                        .lines()
                        .filter(it -> it.matches(".* -> (java|jdk)\\.[a-z.]+"))
                        .forEach(it ->
                                needed.add(it.substring(it.indexOf(" -> ") + " -> ".length())));
            }
        }
        // JNA's windows, Agrona's compiler of generated code, Bouncy Castle's dates of SQL
        needed.removeAll(List.of("java.desktop", "java.compiler", "java.sql"));

        try (Stream<String> modules = Files.lines(Path.of("modules"))) {
            assertThat(modules.map(it -> it.split(" ", 2)[0])).containsExactlyElementsOf(needed);
        }
    }

    /**
     * Those that need nothing but the JDK and each other say so themselves, and no two of ours have
     * a package in common.
     */
    @Test
    void shouldHaveModulesAmongItsJars() throws IOException {
        Path lib = root.resolve("app/lib");
        ModuleFinder ours =
                ModuleFinder.of(
                        names(lib, ".jar").stream()
                                .filter(it -> it.startsWith("urdma4j-"))
                                .map(lib::resolve)
                                .toArray(Path[]::new));
        List<String> described = new ArrayList<>();
        for (ModuleReference reference : ours.findAll()) {
            ModuleDescriptor module = reference.descriptor();
            if (!module.isAutomatic()) {
                described.add(module.name().replaceFirst("org\\.urdma4j\\.", ""));
                assertThat(module.exports().stream().map(ModuleDescriptor.Exports::source))
                        .as("what %s exports", module.name())
                        .containsAll(packages(reference));
            }
        }
        assertThat(described)
                .containsExactlyInAnyOrder(
                        "codec", "congestion", "fec", "metrics", "retransmit", "verbs");
        assertThat(
                        ModuleLayer.boot()
                                .configuration()
                                .resolve(ours, ModuleFinder.of(), all(ours))
                                .modules())
                .hasSameSizeAs(ours.findAll());
    }

    private static Set<String> all(ModuleFinder modules) {
        return modules.findAll().stream()
                .map(it -> it.descriptor().name())
                .collect(Collectors.toSet());
    }

    /** Packages with classes: more than what says what they are. */
    private static Set<String> packages(ModuleReference module) throws IOException {
        try (ModuleReader reader = module.open()) {
            return reader.list()
                    .filter(it -> it.matches(".+/(?!package-info)[^/]+\\.class"))
                    .map(it -> it.substring(0, it.lastIndexOf('/')).replace('/', '.'))
                    .collect(Collectors.toSet());
        }
    }

    private static int jdeps(Path classes, StringWriter said) {
        return ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(
                        new PrintWriter(said),
                        new PrintWriter(said),
                        "--multi-release=25",
                        "--ignore-missing-deps",
                        "-s",
                        classes.toString());
    }

    private static void unpackClasses(Path jar, Path target) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                String name = entry.getName();
                if (name.endsWith(".class") && !name.matches("META-INF/.*|.*module-info.class")) {
                    Path file = target.resolve(name);
                    Files.createDirectories(file.getParent());
                    Files.copy(zip.getInputStream(entry), file);
                }
            }
        }
    }

    /** What becomes JSON by a library that looks up classes by their names. */
    @Test
    void shouldWriteJson() throws Exception {
        String said = urdma("bench", "sim", "--json", "--time", "100ms");

        assertThat(JsonMapper.shared().readTree(said).path("goodput_bps_whole").isNumber())
                .isTrue();
    }

    @Test
    void shouldNameLicencesOfAllThatItHas() throws IOException {
        String page = Files.readString(root.resolve("THIRD-PARTY.txt"));

        for (String jar : names(root.resolve("app/lib"), ".jar")) {
            if (!jar.startsWith("urdma4j-")) {
                assertThat(page).contains(jar.replaceFirst("\\.jar$", ": "));
            }
        }
        assertThat(page).contains("Legion of the Bouncy Castle", "Pcap4J.org", "Tongfei Chen");
        assertThat(root.resolve("LICENSE")).hasSameTextualContentAs(Path.of("../LICENSE"));
        assertThat(root.resolve("runtime/legal/java.base/LICENSE")).exists();
    }

    @Test
    void shouldListItsComponents() throws IOException {
        JsonNode list = JsonMapper.shared().readTree(root.resolve("sbom.cdx.json").toFile());
        assertThat(list.path("bomFormat").asString()).isEqualTo("CycloneDX");
        List<String> components = new ArrayList<>();
        for (JsonNode it : list.path("components")) {
            components.add(it.path("name").asString() + "-" + it.path("version").asString());
            assertThat(it.path("licenses").isEmpty()).as("%s", it).isFalse();
        }

        for (String jar : names(root.resolve("app/lib"), ".jar")) {
            assertThat(components).contains(jar.replaceFirst("(-linux-[a-z0-9_]+)?\\.jar$", ""));
        }
        assertThat(components).anyMatch(it -> it.startsWith("OpenJDK-25"));
    }

    private static List<String> names(Path folder, String end) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(it -> it.getFileName().toString())
                    .filter(it -> it.endsWith(end))
                    .toList();
        }
    }
}
