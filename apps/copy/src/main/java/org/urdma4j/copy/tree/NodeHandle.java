package org.urdma4j.copy.tree;

/**
 * Something that is looked at and changed, and not read: a file, directory or link. It stays that,
 * whatever becomes of its name.
 */
public final class NodeHandle extends Handle {
    static final int FLAGS = Abi.O_PATH | Abi.O_NOFOLLOW;

    NodeHandle(int fd, TreePath path) {
        super(fd, path);
    }

    @Override
    public void setPermissions(int permissions) throws DiskException {
        CallErrors.check("fchmod", path);
        check(MetadataCalls.here().chmod(fd, permissions));
    }

    @Override
    public void setModified(Attributes attributes) throws DiskException {
        CallErrors.check("futimens", path);
        check(MetadataCalls.here().utimens(fd, attributes));
    }
}
