package org.urdma4j.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A copy of the launcher in a project folder of its own, with fake JDKs that print how they were
 * called, a fake Maven wrapper, and a PATH that leads to no real Java.
 */
final class LauncherSandbox {
    private static final Path LAUNCHER = Path.of("../urdma");
    private static final Path CONFIG = Path.of("../config");
    private static final List<String> PROGRAMS =
            List.of(
                    "cksum",
                    "date",
                    "dirname",
                    "find",
                    "flock",
                    "git",
                    "grep",
                    "mkdir",
                    "mv",
                    "readlink",
                    "rm",
                    "sh",
                    "sort",
                    "tail");

    /** Does what Maven does, as far as the launcher sees it: lines of a shell script. */
    static final List<String> BUILD =
            List.of(
                    "echo \"JAVA_HOME=$JAVA_HOME in $PWD with $*\"",
                    "echo build >>builds",
                    "mkdir -p tools/target",
                    "sh config/sources-digest >tools/target/urdma-sources",
                    ": >tools/target/urdma.jar");

    private final Path folder;
    final Path project;
    final Path launcher;
    final Path jar;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private List<String> prefix = List.of();

    LauncherSandbox(Path folder) throws IOException {
        this.folder = folder;
        project = Files.createDirectories(folder.resolve("my project"));
        launcher = project.resolve("urdma");
        Files.copy(LAUNCHER, launcher);
        Files.createDirectory(project.resolve("config"));
        for (String script : List.of("launch", "sources-digest")) {
            Files.copy(CONFIG.resolve(script), project.resolve("config").resolve(script));
        }
        jar = project.resolve("tools/target/urdma.jar");
        Files.createDirectories(folder.resolve("bin"));
        Files.createDirectories(folder.resolve("empty"));
        for (String program : PROGRAMS) {
            Optional<Path> real = find(program);
            if (real.isPresent()) {
                script(folder.resolve("bin").resolve(program), "exec '" + real.get() + "' \"$@\"");
            }
        }
        set("PATH", folder.resolve("bin").toString());
        set("HOME", folder.resolve("empty").toString());
        set("URDMA_JDK_PATH", folder.resolve("empty").toString());
        withoutCache();
        source("pom.xml", "");
        source("tools/pom.xml", "");
        source("tools/src/main/java/A.java", "");
        mavenWrapper(BUILD.toArray(String[]::new));
    }

    private static Optional<Path> find(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static boolean has(String program) {
        return find(program).isPresent();
    }

    /** Has the launcher run without root's right to write everywhere. */
    void obeyPermissions() {
        if (System.getProperty("user.name").equals("root")) {
            assumeTrue(has("setpriv"), "Skipped: as root this needs setpriv (util-linux)");
            prefix = List.of(find("setpriv").orElseThrow().toString(), "--bounding-set", "-all");
        }
    }

    /** Nothing goes on in the background after a command, so the folder may be removed. */
    private void withoutCache() {
        set("URDMA_JAVA_OPTS", "-Xshare:auto");
    }

    LauncherSandbox set(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** Builds once; what is built from here on counts. */
    LauncherSandbox built() throws IOException, InterruptedException {
        Process build = start(project.resolve("mvnw"), project);
        assertThat(build.waitFor()).isZero();
        Files.delete(project.resolve("builds"));
        return this;
    }

    void source(String name, String content) throws IOException {
        Path file = project.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    /** Returns the home of a fake JDK; without a version it has no release file. */
    Path jdk(String home, String version) throws IOException {
        Path jdk = folder.resolve(home);
        Files.createDirectories(jdk.resolve("bin"));
        script(jdk.resolve("bin/javac"), "exit 0");
        script(
                jdk.resolve("bin/java"),
                "echo \"$0\"",
                "for argument in \"$@\"; do echo \"<$argument>\"; done");
        if (version != null) {
            Files.writeString(
                    jdk.resolve("release"),
                    "IMPLEMENTOR=\"Fake\"\nJAVA_RUNTIME_VERSION=\"99\"\nJAVA_VERSION=\""
                            + version
                            + "\"\nOS_ARCH=\"x86_64\"\n");
        }
        return jdk;
    }

    void mavenWrapper(String... lines) throws IOException {
        script(project.resolve("mvnw"), lines);
    }

    static void script(Path file, String... lines) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    Result run(String... arguments) throws IOException, InterruptedException {
        return run(launcher, folder, arguments);
    }

    Result run(Path script, Path directory, String... arguments)
            throws IOException, InterruptedException {
        Process process = start(script, directory, arguments);
        String out;
        String err;
        try (var outReader = process.inputReader()) {
            out = outReader.readAllAsString();
        }
        try (var errReader = process.errorReader()) {
            err = errReader.readAllAsString();
        }
        return new Result(process.waitFor(), out.lines().toList(), err.lines().toList());
    }

    Process start(Path script, Path directory, String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(prefix));
        builder.command().addAll(List.of("sh", script.toString()));
        builder.command().addAll(List.of(arguments));
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.directory(directory.toFile()).start();
    }

    /** What the launcher, or the fake Java that it started, printed. */
    record Result(int status, List<String> out, List<String> err) {
        /** The JDK that was started. */
        Path jdk() {
            assertThat(status).as("status, with %s", err).isZero();
            return Path.of(out.getFirst()).getParent().getParent();
        }
    }
}
