package org.urdma4j.transport.stat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The folder of a user's files: in the runtime folder, or in that for temporary files. */
public final class StatFolder {
    /** System property: another folder; its parent must exist. */
    public static final String FOLDER_PROPERTY = "urdma4j.stat.folder";

    private static final String SUFFIX = ".stat";
    private static final Set<PosixFilePermission> OURS_ALONE =
            PosixFilePermissions.fromString("rwx------");

    private StatFolder() {}

    /** Returns where the files are, whether the folder exists or not. */
    public static Path path() {
        String named = System.getProperty(FOLDER_PROPERTY);
        if (named != null) {
            return Path.of(named);
        }
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        if (runtime != null && !runtime.isEmpty() && isWritable(runtime)) {
            return Path.of(runtime, "urdma4j");
        }
        String user = System.getProperty("user.name").replaceAll("[^A-Za-z0-9._-]", "_");
        return Path.of(System.getProperty("java.io.tmpdir"), "urdma4j-" + user);
    }

    private static boolean isWritable(String folder) {
        try {
            return Files.isWritable(Path.of(folder));
        } catch (InvalidPathException _) {
            return false; // a name that the locale can't express
        }
    }

    /** Removes the folder unless it holds anything. */
    static void removeIfEmpty() {
        try {
            Files.deleteIfExists(path());
        } catch (IOException _) {
            // Other processes have files there.
        }
    }

    /**
     * Creates the folder if need be, for this user alone.
     *
     * @throws IOException if it can't be created, is somebody else's, or others may write there
     */
    static Path prepare() throws IOException {
        Path folder = path();
        if (!Files.getFileStore(folder.toAbsolutePath().getParent())
                .supportsFileAttributeView("posix")) {
            return Files.createDirectories(folder);
        }
        try {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OURS_ALONE));
        } catch (FileAlreadyExistsException _) {
            // Looked at below: who created it may have been another.
        }
        checkOurs(folder);
        return folder;
    }

    /**
     * Returns the folder of this user's processes, to be read.
     *
     * @throws IOException if it is somebody else's, or others may write there: what it holds could
     *     be anything
     */
    public static Path trusted() throws IOException {
        Path folder = path();
        if (Files.isDirectory(folder)
                && Files.getFileStore(folder).supportsFileAttributeView("posix")) {
            checkOurs(folder);
        }
        return folder;
    }

    private static void checkOurs(Path folder) throws IOException {
        PosixFileAttributes found =
                Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        boolean alone =
                !found.permissions().contains(PosixFilePermission.GROUP_WRITE)
                        && !found.permissions().contains(PosixFilePermission.OTHERS_WRITE);
        if (!found.isDirectory() || !alone || !isOurs(found)) {
            throw new IOException(folder + " is not a folder of this user alone");
        }
    }

    private static boolean isOurs(PosixFileAttributes folder) throws IOException {
        Path probe = Path.of("/proc/self");
        if (!Files.exists(probe)) {
            return folder.owner().getName().equals(System.getProperty("user.name"));
        }
        return folder.owner().equals(Files.getOwner(probe));
    }

    /** Returns a new name; other processes and namespaces may have the same PID. */
    static Path name(Path folder, int number) {
        ProcessIdentity own = ProcessIdentity.current();
        return folder.resolve("%d-%d-%x%s".formatted(own.pid(), number, own.namespace(), SUFFIX));
    }

    /**
     * Returns the files of a folder.
     *
     * @throws IOException if the folder can't be read; one that isn't there is empty
     */
    public static List<Path> files(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            all.forEach(files::add);
        } catch (NoSuchFileException | NotDirectoryException _) {
            return List.of();
        }
        files.sort(null);
        return files;
    }

    /** Removes the files of processes that are known to have ended; what can't be stays. */
    public static void removeDead(Path folder) throws IOException {
        for (Path file : files(folder)) {
            try {
                if (StatReader.owner(file).isDead()) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException _) {
                // Not a file of ours, or gone already.
            }
        }
    }
}
