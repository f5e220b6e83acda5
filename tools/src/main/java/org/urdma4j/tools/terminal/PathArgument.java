package org.urdma4j.tools.terminal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Paths as they are written on the command line: bytes that mean themselves, in every locale.
 * {@code Path.of} encodes text by the locale and refuses what that can't; of a URI it takes the
 * bytes.
 */
public final class PathArgument implements ITypeConverter<Path> {
    private static final Path REAL_FOLDER = Path.of("/proc/self/cwd");

    /** For picocli, which makes them. */
    public PathArgument() {}

    @Override
    public Path convert(String text) {
        try {
            return of(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /**
     * Returns the path of an argument as {@link RawArguments} has it.
     *
     * @throws IllegalArgumentException if it is none: empty, or with a NUL in it; the message is
     *     one line
     */
    public static Path of(String text) {
        byte[] bytes = RawArguments.bytes(text);
        if (bytes.length == 0) {
            throw new IllegalArgumentException("a path is empty; \".\" is the folder at work");
        }
        for (byte b : bytes) {
            if (b == 0) {
                throw new IllegalArgumentException("a path has a NUL in it");
            }
        }
        Path path = ofBytes(bytes);
        return path.isAbsolute() || isFolderKnown() ? path : realFolder().resolve(path);
    }

    private static Path ofBytes(byte[] bytes) {
        if (Arrays.equals(bytes, new String(bytes, US_ASCII).getBytes(US_ASCII))) {
            return Path.of(new String(bytes, US_ASCII));
        }
        boolean absolute = bytes[0] == '/';
        StringBuilder uri = new StringBuilder(absolute ? "file://" : "file:///");
        boolean slash = false;
        for (byte b : bytes) {
            boolean again = slash && b == '/'; // a URI would have an authority
            slash = b == '/';
            if (!again) {
                uri.append(slash ? "/" : "%%%02x".formatted(b));
            }
        }
        Path path = Path.of(URI.create(uri.toString()));
        return absolute ? path : path.subpath(0, path.getNameCount());
    }

    /** The JVM knows its folder as text of the locale, which may have lost some of its bytes. */
    private static boolean isFolderKnown() {
        try {
            return Files.isSameFile(
                    FileSystems.getDefault().getPath("").toAbsolutePath(), REAL_FOLDER);
        } catch (IOException | InvalidPathException _) {
            return !Files.exists(REAL_FOLDER);
        }
    }

    private static Path realFolder() {
        try {
            return REAL_FOLDER.toRealPath();
        } catch (IOException _) {
            return REAL_FOLDER;
        }
    }
}
