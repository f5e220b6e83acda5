package org.urdma4j.protection.credentials;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Objects;

/**
 * Whose a file is and who else may do what with it, as the file system says; nothing where it
 * doesn't know of owners.
 *
 * @param uid its owner, or {@link #UNKNOWN}
 */
record FileOwnership(
        BasicFileAttributes kind, Object identity, int uid, int mode, int links, Object changed) {
    /** The file system has no owners. */
    static final int UNKNOWN = -1;

    static final int OTHERS_WRITE = 0022;
    static final int OTHERS_READ_OR_WRITE = 0066;

    private static final int WORLD_WRITES = 0002;
    private static final int STICKY = 01000;
    private static final int ROOT = 0;

    /** Tells whether the file system of a file, which need not be there, knows of owners. */
    static boolean isKnown(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        return folder != null
                && folder.getFileSystem().supportedFileAttributeViews().contains("unix")
                && Files.getFileStore(folder).supportsFileAttributeView("posix");
    }

    /** Looks at a file, or at a link itself. */
    static FileOwnership of(Path file) throws IOException {
        BasicFileAttributes kind =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!isKnown(file)) {
            return new FileOwnership(kind, kind.fileKey(), UNKNOWN, 0, 1, null);
        }
        Map<String, Object> all =
                Files.readAttributes(file, "unix:uid,mode,nlink,ctime", LinkOption.NOFOLLOW_LINKS);
        return new FileOwnership(
                kind,
                kind.fileKey(),
                (int) all.get("uid"),
                (int) all.get("mode"),
                (int) all.get("nlink"),
                all.get("ctime"));
    }

    /**
     * Checks that it is a file of this user or root, under one name.
     *
     * @param forbidden the bits of others' rights that it may not have
     */
    void check(Path file, String what, int forbidden) throws CredentialsException {
        if (kind.isSymbolicLink()) {
            throw new CredentialsException(
                    "the %s %s is a link; name the file itself".formatted(what, file));
        }
        if (!kind.isRegularFile()) {
            throw new CredentialsException("the %s %s is not a file".formatted(what, file));
        }
        if (!isOwn()) {
            throw new CredentialsException(
                    "the %s %s is another user's (uid %d); it must be your own or root's"
                            .formatted(what, file, uid));
        }
        if ((mode & forbidden) != 0) {
            boolean secret = forbidden == OTHERS_READ_OR_WRITE;
            throw new CredentialsException(
                    "others can %s the %s %s; change that with: chmod %s %s"
                            .formatted(
                                    secret ? "read or write" : "write",
                                    what,
                                    file,
                                    secret ? "600" : "go-w",
                                    file));
        }
        if (links != 1) {
            throw new CredentialsException(
                    "the %s %s has %d names (hard links); make a copy of its own"
                            .formatted(what, file, links));
        }
    }

    /** Checks that a link is one of this user or root. */
    void checkLink(Path link, String what) throws CredentialsException {
        if (!isOwn()) {
            throw new CredentialsException(
                    "the %s %s is a link that another user made (uid %d); name the file itself"
                            .formatted(what, link, uid));
        }
    }

    /** Checks that nobody has put another file in its place meanwhile, nor changed this one. */
    void checkUnchanged(FileOwnership after, Path file, String what) throws CredentialsException {
        checkSame(after, file, what);
        if (!Objects.equals(changed, after.changed)) {
            throw changedMeanwhile(file, what);
        }
    }

    /** The same for a file that others of this user's programs append to. */
    void checkSame(FileOwnership after, Path file, String what) throws CredentialsException {
        boolean same =
                Objects.equals(identity, after.identity)
                        && uid == after.uid
                        && mode == after.mode
                        && links == after.links;
        if (!same) {
            throw changedMeanwhile(file, what);
        }
    }

    private static CredentialsException changedMeanwhile(Path file, String what) {
        return new CredentialsException(
                "the %s %s was changed while it was opened; try again".formatted(what, file));
    }

    /** Checks that not everybody may put something else in place of a file. */
    static void checkFolder(Path file, String what) throws IOException {
        if (!isKnown(file)) {
            return;
        }
        Path folder = file.toAbsolutePath().getParent();
        int mode = (int) Files.getAttribute(folder, "unix:mode");
        if ((mode & WORLD_WRITES) != 0 && (mode & STICKY) == 0) {
            throw new CredentialsException(
                    "everybody can write in the folder of the %s %s; change that with: chmod o-w %s"
                            .formatted(what, file, folder));
        }
    }

    private boolean isOwn() {
        return uid == UNKNOWN || uid == ROOT || OwnUser.is(uid);
    }
}
