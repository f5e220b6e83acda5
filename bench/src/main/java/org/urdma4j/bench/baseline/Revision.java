package org.urdma4j.bench.baseline;

import org.urdma4j.gateway.process.Subprocess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The benchmarks of another revision, in a clone that is gone once it is closed. */
final class Revision implements AutoCloseable {
    private final Path folder;

    private Revision(Path folder) {
        this.folder = folder;
    }

    /**
     * Clones and builds one.
     *
     * @param root of the repository
     * @throws IOException if there is no such revision, or it can't be built
     */
    static Revision build(Path root, String name) throws IOException, InterruptedException {
        String commit = commit(root, name);
        Revision revision = new Revision(Files.createTempDirectory("baseline"));
        try {
            String folder = revision.folder.toString();
            run("git", "clone", "-q", "--shared", "--no-checkout", root.toString(), folder);
            run("git", "-C", folder, "checkout", "-q", "--detach", commit);
            run(
                    revision.folder.resolve("mvnw").toString(),
                    "-f",
                    revision.folder.resolve("pom.xml").toString(),
                    "-B",
                    "-q",
                    "-ntp",
                    "-pl",
                    "bench",
                    "-am",
                    "package",
                    "-Dmaven.test.skip=true",
                    "-Dformat.skip=true");
            if (!Files.isRegularFile(revision.jar())) {
                throw new IOException(name + " has no benchmarks to build");
            }
            return revision;
        } catch (IOException | InterruptedException e) {
            revision.close();
            throw e;
        }
    }

    String classPath() {
        return jar().toString();
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private Path jar() {
        return folder.resolve("bench/target/benchmarks.jar");
    }

    private static String commit(Path root, String name) throws IOException, InterruptedException {
        try {
            return Subprocess.run(
                            "git",
                            "-C",
                            root.toString(),
                            "rev-parse",
                            "--verify",
                            "--quiet",
                            "--end-of-options",
                            name + "^{commit}")
                    .strip();
        } catch (IOException e) {
            throw new IOException("git finds no revision %s here".formatted(name), e);
        }
    }

    private static void run(String... command) throws IOException, InterruptedException {
        try (Subprocess program = Subprocess.start(command[0], List.of(command))) {
            program.finish(Subprocess.UNLIMITED_S);
        }
    }
}
