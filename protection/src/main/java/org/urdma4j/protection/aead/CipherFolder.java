package org.urdma4j.protection.aead;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Keeps what was taken in files of the user's cache: one for each processor, JVM, set of libraries
 * and choice, so that a home folder may be that of several machines. It is a hint: what is recalled
 * has to be one of the candidates and is checked as ever. Whatever is wrong with a file or folder,
 * nothing is known then, or kept.
 */
public final class CipherFolder implements CipherMemory {
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
    private static final Path MAPPED = Path.of("/proc/self/maps");
    private static final Path SELF = Path.of("/proc/self");
    private static final String OWNER = "unix:uid";

    /** What of a processor doesn't change from one start to the next. */
    private static final List<String> LASTING =
            List.of(
                    "vendor_id",
                    "cpu family",
                    "model",
                    "stepping",
                    "microcode",
                    "flags",
                    "CPU",
                    "Features");

    private static final int MOST_BYTES = 65_536;

    private final Path folder;
    private final String machine;

    /**
     * Creates one.
     *
     * @param folder need not be there
     * @param machine all but the candidates that the times depend on; empty to keep nothing
     */
    CipherFolder(Path folder, String machine) {
        this.folder = folder;
        this.machine = machine;
    }

    /** Returns that of the user: {@code urdma4j} in XDG_CACHE_HOME, or in {@code ~/.cache}. */
    public static CipherMemory ofUser() {
        return of(System.getenv("XDG_CACHE_HOME"), System.getProperty("user.home"));
    }

    /** A folder that isn't absolute is to be ignored (XDG Base Directory Specification). */
    static CipherMemory of(String cache, String home) {
        Path base =
                cache != null && Path.of(cache).isAbsolute()
                        ? Path.of(cache)
                        : Path.of(home == null ? "" : home, ".cache");
        return base.isAbsolute() ? new CipherFolder(base.resolve("urdma4j"), machine()) : NONE;
    }

    private static String machine() {
        try (Stream<String> lines = Files.lines(PROCESSORS, StandardCharsets.ISO_8859_1)) {
            return lines.takeWhile(line -> !line.isBlank())
                    .filter(line -> LASTING.stream().anyMatch(line::startsWith))
                    .collect(
                            Collectors.joining(
                                    "\n",
                                    "",
                                    "\n%s %s"
                                            .formatted(
                                                    System.getProperty("java.vm.name"),
                                                    System.getProperty("java.vm.version"))));
        } catch (IOException | RuntimeException _) {
            return "";
        }
    }

    @Override
    public Optional<String> recall(CipherChoice choice, List<String> candidates) {
        try {
            String about = about(choice, candidates);
            Path file = file(about);
            if (machine.isEmpty() || !Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
                return Optional.empty();
            }
            String text = Files.readString(file);
            return text.startsWith(about)
                    ? Optional.of(text.substring(about.length()).strip())
                    : Optional.empty();
        } catch (IOException | RuntimeException _) {
            return Optional.empty();
        }
    }

    @Override
    public void keep(CipherChoice choice, List<String> candidates, String taken) {
        try {
            if (machine.isEmpty() || !isOwn()) {
                return;
            }
            Files.createDirectories(folder);
            String about = about(choice, candidates);
            Path file = file(about);
            Path part = folder.resolve(file.getFileName() + "." + UUID.randomUUID());
            try {
                Files.writeString(part, about + taken + '\n');
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException | RuntimeException _) {
            // the next process decides anew
        }
    }

    /** With sudo the home folder may be that of somebody else, who could say where files go. */
    private boolean isOwn() throws IOException {
        Path there = folder;
        while (!Files.exists(there)) {
            there = there.getParent();
        }
        return Files.getAttribute(there, OWNER).equals(Files.getAttribute(SELF, OWNER));
    }

    private Path file(String about) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(about.getBytes(StandardCharsets.UTF_8));
            return folder.resolve("cipher-" + HexFormat.of().formatHex(hash, 0, 8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private String about(CipherChoice choice, List<String> candidates) throws IOException {
        return "%s%n%s%n%s%n%s%n%n"
                .formatted(choice, String.join("\n", candidates), machine, libraries());
    }

    /** The files behind the names: device, inode and path of what is loaded. */
    private static String libraries() throws IOException {
        try (Stream<String> lines = Files.lines(MAPPED, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.contains("libcrypto") || line.contains("libIPSec_MB"))
                    .map(line -> line.replaceFirst("^\\S+ +\\S+ +\\S+ +", ""))
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining("\n"));
        }
    }
}
