package org.urdma4j.copy.tree;

import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An open file or directory, and what both can do. Any thread may use it. It is closed once its
 * last user has closed it, so that no call can meet a descriptor that is somebody else's by then.
 */
abstract class Handle implements AutoCloseable {
    private static final int OWNER_WRITES = 0200;

    final int fd;
    final TreePath path;
    private final AtomicInteger users = new AtomicInteger(1);

    Handle(int fd, TreePath path) {
        this.fd = fd;
        this.path = path;
    }

    /** Returns where it was when it was opened, from the root. */
    public TreePath path() {
        return path;
    }

    /**
     * Returns what it is now.
     *
     * @throws DiskException IO, which few file systems do
     */
    public FileStat stat() throws DiskException {
        CallErrors.check("fstat", path);
        FileCalls calls = FileCalls.here();
        check(calls.statx(fd));
        return calls.stat();
    }

    /** Sets permissions, of {@code st_mode}, the lower 12 bits; the umask has no say. */
    public void setPermissions(int permissions) throws DiskException {
        CallErrors.check("fchmod", path);
        check(FileCalls.here().fchmod(fd, permissions));
    }

    /** Sets the time of modification. */
    public void setModified(Attributes attributes) throws DiskException {
        CallErrors.check("futimens", path);
        check(FileCalls.here().futimens(fd, attributes));
    }

    /**
     * Returns what is kept of it.
     *
     * @param stat what it is, which says whom it belongs to
     */
    public Metadata metadata(FileStat stat, XattrKinds kinds) throws DiskException {
        return new Metadata(stat.owner(), stat.group(), kinds, Xattrs.read(fd, kinds, path));
    }

    /** Sets all that is kept; of a link what a link has. */
    public void setAttributes(Attributes attributes) throws DiskException {
        Metadata wanted = attributes.metadata();
        if (wanted.isNone()) {
            setPermissions(attributes.permissions());
            setModified(attributes);
            return;
        }
        FileStat now = stat();
        Metadata has = metadata(now, wanted.kinds());
        setOwner(wanted, has);
        boolean link = now.type() == FileType.SYMLINK;
        Set<String> differing = Xattrs.differing(wanted.xattrs(), has.xattrs());
        int permissions = now.attributes().permissions();
        if (!link && !differing.isEmpty() && (permissions & OWNER_WRITES) == 0) {
            setPermissions(permissions | OWNER_WRITES); // without, its owner may not set them
        }
        // root's change of owner takes capabilities away, and a list has the permissions in it
        for (String name : differing) {
            if (!name.startsWith(XattrKinds.ACL)) {
                Xattrs.set(fd, name, wanted.xattrs().get(name), path);
            }
        }
        if (!link) {
            setPermissions(attributes.permissions());
        }
        for (String name : differing) {
            if (name.startsWith(XattrKinds.ACL)) {
                Xattrs.set(fd, name, wanted.xattrs().get(name), path);
            }
        }
        setModified(attributes);
    }

    /**
     * Gives it to a user and a group; {@link Metadata#ANY} leaves one as it is.
     *
     * @throws DiskException NO_PERMISSION
     */
    public void setOwner(int user, int group) throws DiskException {
        FileStat now = stat();
        int toUser = user == Metadata.ANY ? now.owner() : user;
        int toGroup = group == Metadata.ANY ? now.group() : group;
        setOwner(of(toUser, toGroup), of(now.owner(), now.group()));
    }

    private static Metadata of(int user, int group) {
        return new Metadata(user, group, XattrKinds.NONE, new TreeMap<>());
    }

    private void setOwner(Metadata wanted, Metadata has) throws DiskException {
        int user = wanted.user() == has.user() ? Metadata.ANY : wanted.user();
        int group = wanted.group() == has.group() ? Metadata.ANY : wanted.group();
        if (user == Metadata.ANY && group == Metadata.ANY) {
            return;
        }
        CallErrors.check("fchownat", path);
        int result = MetadataCalls.here().chown(fd, user, group);
        if (result < 0) {
            String why =
                    result == -ErrnoKinds.EINVAL
                            ? "there is no such number here"
                            : ErrnoKinds.kind(-result).words();
            throw new DiskException(
                    ErrnoKinds.kind(-result),
                    path,
                    "can't be given to user %s, group %s: %s"
                            .formatted(
                                    Integer.toUnsignedString(wanted.user()),
                                    Integer.toUnsignedString(wanted.group()),
                                    why));
        }
    }

    /** Returns once content and length are on the disk, as far as the disk tells the truth. */
    public void sync() throws DiskException {
        CallErrors.check("fsync", path);
        check(FileCalls.here().fsync(fd));
    }

    /** The same for all of the file system that this is in. */
    public void syncFileSystem() throws DiskException {
        check(FileCalls.here().syncfs(fd));
    }

    /** Returns how much a user without privilege may still write to this file system, in bytes. */
    public long freeBytes() throws DiskException {
        CallErrors.check("fstatvfs", path);
        FileCalls calls = FileCalls.here();
        check(calls.fstatvfs(fd));
        return calls.freeBytes();
    }

    /** Adds a user, who closes it as well; returns false if it is closed already. */
    public final boolean share() {
        int now = users.get();
        while (now > 0) {
            if (users.compareAndSet(now, now + 1)) {
                return true;
            }
            now = users.get();
        }
        return false;
    }

    final long check(long result) throws DiskException {
        if (result < 0) {
            throw DiskException.of((int) -result, path);
        }
        return result;
    }

    @Override
    public void close() {
        if (users.decrementAndGet() == 0) {
            FileCalls.here().close(fd);
        }
    }
}
