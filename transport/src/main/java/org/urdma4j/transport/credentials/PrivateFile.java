package org.urdma4j.transport.credentials;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** Reads files of credentials, bounded, and private ones only if nobody else can. */
final class PrivateFile {
    /** A chain of certificates takes a few thousand bytes. */
    static final int MOST_BYTES = 1 << 20;

    private static final Set<PosixFilePermission> OF_OTHERS =
            EnumSet.of(
                    PosixFilePermission.GROUP_READ,
                    PosixFilePermission.GROUP_WRITE,
                    PosixFilePermission.OTHERS_READ,
                    PosixFilePermission.OTHERS_WRITE);

    private PrivateFile() {}

    /** Returns the bytes of a file that its owner alone can read and write. */
    static byte[] readSecret(Path file, String what) throws CredentialsException {
        checkMode(file, what);
        return read(file, what);
    }

    /** Returns the bytes of a file. */
    static byte[] read(Path file, String what) throws CredentialsException {
        checkThere(file, what);
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new CredentialsException(
                        "the %s %s is longer than %d bytes".formatted(what, file, MOST_BYTES));
            }
            return bytes;
        } catch (CredentialsException e) {
            throw e;
        } catch (IOException _) {
            throw new CredentialsException(
                    "the %s %s can't be read; look at its owner and mode".formatted(what, file));
        }
    }

    private static void checkThere(Path file, String what) throws CredentialsException {
        if (!Files.exists(file)) {
            throw missing(file, what);
        }
        if (!Files.isRegularFile(file)) {
            throw new CredentialsException("the %s %s is not a file".formatted(what, file));
        }
    }

    private static CredentialsException missing(Path file, String what) {
        return new CredentialsException("there is no %s %s".formatted(what, file));
    }

    private static void checkMode(Path file, String what) throws CredentialsException {
        checkThere(file, what);
        try {
            Set<PosixFilePermission> mode = EnumSet.noneOf(PosixFilePermission.class);
            mode.addAll(Files.getPosixFilePermissions(file));
            mode.retainAll(OF_OTHERS);
            if (!mode.isEmpty()) {
                throw new CredentialsException(
                        "others can read or write the %s %s; change that with: chmod 600 %s"
                                .formatted(what, file, file));
            }
        } catch (NoSuchFileException _) {
            throw missing(file, what);
        } catch (UnsupportedOperationException _) {
            // No such modes on this file system: nothing to look at.
        } catch (CredentialsException e) {
            throw e;
        } catch (IOException _) {
            throw new CredentialsException(
                    "the mode of the %s %s can't be read".formatted(what, file));
        }
    }
}
