package org.urdma4j.protection.credentials;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;

/**
 * Opens files that hold secrets, and those by which others are believed: the one way to them. A
 * file counts only if it is a regular one with a single name, is this user's own or root's, and
 * nobody else can write it, nor read a secret. No link is followed that somebody else made, and
 * none at all to write; a folder in which everybody may rename what is there doesn't do.
 *
 * <p>What is looked at is the file that is opened: who it is, is asked before and after. On file
 * systems without owners and modes there is nothing to look at but that. Any thread.
 */
public final class PrivateFile {
    /** Most bytes that {@link #read} takes: a chain of certificates has a few thousand. */
    static final int MOST_BYTES = 1 << 20;

    private static final int MOST_LINKS = 8;
    private static final String OWNERS_ALONE = "rw-------";

    private PrivateFile() {}

    /**
     * Returns the bytes of a file that its owner alone can read and write.
     *
     * @param what what it is called in messages, such as {@code key file}
     * @throws CredentialsException if it can't be read or isn't private; a line for people
     */
    public static byte[] readSecret(Path file, String what) throws CredentialsException {
        return read(file, what, FileOwnership.OTHERS_READ_OR_WRITE);
    }

    /**
     * Returns the bytes of a file that others may read but not write.
     *
     * @throws CredentialsException if it can't be read or others can change it
     */
    static byte[] read(Path file, String what) throws CredentialsException {
        return read(file, what, FileOwnership.OTHERS_WRITE);
    }

    private static byte[] read(Path named, String what, int forbidden) throws CredentialsException {
        Path file = behindOwnLinks(named, what);
        try {
            FileOwnership before = FileOwnership.of(file);
            before.check(named, what, forbidden);
            FileOwnership.checkFolder(file, what);
            byte[] bytes;
            try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                bytes = in.readNBytes(MOST_BYTES + 1);
            }
            before.checkUnchanged(FileOwnership.of(file), named, what);
            if (bytes.length > MOST_BYTES) {
                throw new CredentialsException(
                        "the %s %s is longer than %d bytes".formatted(what, named, MOST_BYTES));
            }
            return bytes;
        } catch (IOException e) {
            throw unreadable(named, what, e);
        }
    }

    private static CredentialsException unreadable(Path file, String what, IOException e) {
        return switch (e) {
            case CredentialsException known -> known;
            case NoSuchFileException _ ->
                    new CredentialsException("there is no %s %s".formatted(what, file));
            default ->
                    new CredentialsException(
                            "the %s %s can't be read; look at its owner and mode"
                                    .formatted(what, file));
        };
    }

    /** Follows links of this user or root, as those are who decides what the file is. */
    private static Path behindOwnLinks(Path named, String what) throws CredentialsException {
        Path file = named;
        try {
            for (int i = 0; i < MOST_LINKS && Files.isSymbolicLink(file); i++) {
                FileOwnership.of(file).checkLink(named, what);
                file = file.resolveSibling(Files.readSymbolicLink(file));
            }
        } catch (IOException e) {
            throw unreadable(named, what, e);
        }
        return file;
    }

    /**
     * Opens a file to append secrets to it; it is made, for this user alone, unless it is there.
     *
     * @throws CredentialsException if it isn't private, or a link
     * @throws IOException if it can't be written
     */
    public static OutputStream append(Path file, String what) throws IOException {
        try {
            return Channels.newOutputStream(
                    open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.APPEND));
        } catch (FileAlreadyExistsException _) {
            // Whoever made it may have been another.
        } catch (IOException e) {
            throw unwritable(file, what, e);
        }
        try {
            FileOwnership before = FileOwnership.of(file);
            before.check(file, what, FileOwnership.OTHERS_READ_OR_WRITE);
            FileOwnership.checkFolder(file, what);
            var channel = open(file, StandardOpenOption.APPEND);
            try {
                before.checkSame(FileOwnership.of(file), file, what);
            } catch (IOException e) {
                channel.close();
                throw e;
            }
            return Channels.newOutputStream(channel);
        } catch (IOException e) {
            throw unwritable(file, what, e);
        }
    }

    private static IOException unwritable(Path file, String what, IOException e) {
        return switch (e) {
            case CredentialsException known -> known;
            case NoSuchFileException _ ->
                    new IOException(
                            "the %s %s can't be made: there is no such folder"
                                    .formatted(what, file),
                            e);
            case AccessDeniedException _ ->
                    new IOException(
                            "the %s %s can't be written: permission denied".formatted(what, file),
                            e);
            default ->
                    new IOException(
                            "the %s %s can't be written: %s".formatted(what, file, e.getMessage()),
                            e);
        };
    }

    private static SeekableByteChannel open(Path file, OpenOption... how) throws IOException {
        Set<OpenOption> options = new HashSet<>(Set.of(how));
        options.add(LinkOption.NOFOLLOW_LINKS);
        return FileOwnership.isKnown(file)
                ? Files.newByteChannel(
                        file,
                        options,
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString(OWNERS_ALONE)))
                : Files.newByteChannel(file, options);
    }
}
