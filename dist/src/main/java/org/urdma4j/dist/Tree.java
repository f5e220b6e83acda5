package org.urdma4j.dist;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.urdma4j.tools.Urdma;

import tools.jackson.databind.node.ObjectNode;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Puts together what is installed, of the class path and the JDK that it is run with:
 *
 * <pre>
 * bin/urdma              the launcher
 * lib/launch             what it shares with ./urdma
 * app/urdma.jar, lib/    the program and what it needs
 * runtime/               the JDK's modules that it needs
 * share/                 manual, completion
 * LICENSE, THIRD-PARTY   and the licences and notices of others
 * sbom.cdx.json          all that is in it, as CycloneDX lists it
 * release                the version, and a digest of all that runs
 * </pre>
 */
public final class Tree {
    private static final int DIGEST_LENGTH = 16;
    private static final String OTHER_MACHINES = ".*-(linux|osx|windows)-[a-z0-9_]+\\.jar";

    private final Path root;
    private final Path module;
    private final String machine;

    private Tree(Path root, Path module, String machine) {
        this.root = root;
        this.module = module;
        this.machine = machine;
    }

    /**
     * Puts it together anew.
     *
     * @param args version, time that all files get (ISO 8601), the module's folder, that of the
     *     build, in which the list of components is
     */
    public static void main(String[] args) throws Exception {
        String version = args[0];
        Path module = Path.of(args[2]);
        Path target = Path.of(args[3]);
        String machine = System.getProperty("os.arch").replace("amd64", "x86_64");
        Path root = target.resolve("urdma4j-" + version + "-linux-" + machine);
        remove(root);
        Tree tree = new Tree(root, module, machine);
        tree.copyFolder(module.resolve("src/main/tree"), root);
        tree.copy(module.resolve("../config/launch"), root.resolve("lib/launch"));
        tree.copy(module.resolve("../LICENSE"), root.resolve("LICENSE"));
        tree.copyJars();
        tree.link();
        Pages.write(root.resolve("share"), version, args[1].substring(0, "2026-11-01".length()));
        ObjectNode list = Components.read(target.resolve("bom.json"));
        Files.writeString(root.resolve("sbom.cdx.json"), list.toPrettyString());
        Files.writeString(
                root.resolve("THIRD-PARTY.txt"),
                Notices.of(list.path("components"), tree.jars(), module.resolve("notices")));
        Files.writeString(root.resolve("release"), version + " " + tree.digest() + "\n");
        tree.settle(FileTime.from(Instant.parse(args[1])));
    }

    /** Removes a folder with all that is in it, if it is there. */
    public static void remove(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private void copyFolder(Path from, Path to) throws IOException {
        for (Path file : files(from)) {
            copy(file, to.resolve(from.relativize(file).toString()));
        }
    }

    private void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Files.copy(from, to);
    }

    /** The program's manifest names the others in lib, by these names. */
    private void copyJars() throws IOException, URISyntaxException {
        Path app = root.resolve("app");
        Path program =
                Path.of(Urdma.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path jar = Path.of(entry);
            String name = jar.getFileName().toString();
            if (jar.equals(program)) {
                copy(jar, app.resolve("urdma.jar"));
            } else if (name.endsWith(".jar") && isForThisMachine(name)) {
                copy(jar, app.resolve("lib").resolve(name));
            }
        }
        if (!Files.exists(app.resolve("urdma.jar"))) {
            throw new IllegalStateException(program + " is no jar: package urdma4j-tools first");
        }
    }

    private boolean isForThisMachine(String name) {
        String netty = machine.replace("aarch64", "aarch_64");
        return !name.matches(OTHER_MACHINES) || name.endsWith("-linux-" + netty + ".jar");
    }

    private List<Path> jars() throws IOException {
        return files(root.resolve("app/lib"));
    }

    private void link() throws IOException {
        String modules =
                String.join(
                        ",",
                        Files.readAllLines(module.resolve("modules")).stream()
                                .map(line -> line.split(" ", 2)[0])
                                .toList());
        int status =
                ToolProvider.findFirst("jlink")
                        .orElseThrow()
                        .run(
                                System.out,
                                System.err,
                                "--add-modules",
                                modules,
                                "--no-header-files",
                                "--no-man-pages",
                                "--strip-java-debug-attributes",
                                "--disable-plugin",
                                "generate-jli-classes", // not the same twice; the JDK has its own
                                "--output",
                                root.resolve("runtime").toString());
        if (status != 0) {
            throw new IllegalStateException("jlink failed with status " + status);
        }
    }

    /** Of all that runs; the cache is another's when it is another. */
    private String digest() throws IOException, NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (String folder : List.of("app", "bin", "lib", "runtime")) {
            for (Path file : files(root.resolve(folder))) {
                digest.update(root.relativize(file).toString().getBytes(UTF_8));
                digest.update(Files.readAllBytes(file));
            }
        }
        return HexFormat.of().formatHex(digest.digest()).substring(0, DIGEST_LENGTH);
    }

    /** Gives all files the same time, and the rights that an installed file has. */
    private void settle(FileTime time) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                boolean runs =
                        Files.isDirectory(path)
                                || Files.getPosixFilePermissions(path)
                                        .contains(PosixFilePermission.OWNER_EXECUTE);
                Set<PosixFilePermission> rights =
                        PosixFilePermissions.fromString(runs ? "rwxr-xr-x" : "rw-r--r--");
                Files.setPosixFilePermissions(path, rights);
                Files.setLastModifiedTime(path, time);
            }
        }
    }

    /** Regular files below a folder, in the order of their names. */
    private static List<Path> files(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
