package org.urdma4j.copy.write;

import org.urdma4j.copy.digest.Checksums;
import org.urdma4j.copy.scan.SeenPaths;
import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.DirectoryHandle;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.FileIdentity;
import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.MemoryBudget;
import org.urdma4j.copy.tree.Metadata;
import org.urdma4j.copy.tree.NodeHandle;
import org.urdma4j.copy.tree.OpenDirectories;
import org.urdma4j.copy.tree.ReservedNames;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The tree that a copy writes. A file or link appears under its name in one step, whole, in place
 * of what was there; one that fails leaves what was there. Any thread may use it, on different
 * paths at a time.
 *
 * <p>Of permissions, those to read, write and execute are kept, and the sticky bit of directories;
 * the bits that lend the rights of the owner or the group only where these are kept.
 */
public final class TargetTree implements AutoCloseable {
    private static final int OPEN_DIRECTORIES = 128;
    private static final int PERMISSIONS = 0777;
    private static final int STICKY = 01000;
    private static final int SET_GROUP = 02000;
    private static final int SET_USER = 04000;

    private final Root root;
    private final WriteOptions options;
    private final SmallFile smallFile;
    private final TargetOpening opening;
    private final OpenDirectories directories;
    private final DirectoryAttributes directoryAttributes;
    private final SeenPaths swept;
    private final MetadataHere metadataHere;

    /**
     * @param root which the caller closes, after this
     */
    public TargetTree(Root root, WriteOptions options) {
        this(root, options, MemoryBudget.unlimited());
    }

    /**
     * @param root which the caller closes, after this
     * @param memory for what is remembered of directories
     */
    public TargetTree(Root root, WriteOptions options, MemoryBudget memory) {
        this.root = root;
        this.options = options;
        smallFile = new SmallFile(options);
        opening = new TargetOpening(options);
        directoryAttributes = new DirectoryAttributes(memory);
        swept = new SeenPaths(memory);
        metadataHere = new MetadataHere(options.preserve(), options.privileged());
        directories = new OpenDirectories(root, OPEN_DIRECTORIES, options.sync());
    }

    private Attributes kept(FileType type, Attributes attributes) {
        Metadata metadata = attributes.metadata();
        boolean directory = type == FileType.DIRECTORY;
        boolean lends = directory || options.privileged(); // else the rights of who writes
        int mask =
                PERMISSIONS
                        | (directory ? STICKY : 0)
                        | (metadata.user() == Metadata.ANY ? 0 : SET_USER)
                        | (metadata.group() == Metadata.ANY || !lends ? 0 : SET_GROUP);
        return attributes.withPermissions(attributes.permissions() & mask);
    }

    /** Learns the name of a user or group of the source. */
    public void learn(boolean group, int number, byte[] name) {
        metadataHere.learn(group, number, name);
    }

    /** Returns whether several names of a file are kept. */
    public boolean keepsHardLinks() {
        return options.preserve().hardLinks();
    }

    /** Returns what is kept here of what a source says. */
    public Metadata here(Metadata sent) {
        return metadataHere.of(sent);
    }

    /** Opens the directory of a path to write to it, and cleans it the first time. */
    private DirectoryHandle parent(TreePath path) throws DiskException {
        if (path.isRoot()) {
            throw new DiskException(Kind.IS_DIRECTORY, path);
        }
        ReservedNames.check(path);
        TreePath parent = path.parent();
        if (!swept.contains(parent)) {
            try (DirectoryHandle directory = root.openDirectory(parent)) {
                // without memory for more of them none is swept
                if (swept.tryAdd(parent)) {
                    Leftovers.sweep(directory, !options.resume());
                }
            }
        }
        return directories.get(parent);
    }

    /**
     * Compares what is under a name with a source, without reading files.
     *
     * @param size in bytes, for a file
     * @param link what it says, for a link; else it is not looked at
     * @throws DiskException LINK or NOT_DIRECTORY if what is on the way is no directory
     */
    public Difference compare(
            TreePath path, FileType type, long size, Attributes attributes, byte[] link)
            throws DiskException {
        Optional<FileStat> found = stat(path);
        if (found.isEmpty()) {
            return Difference.ABSENT;
        }
        FileStat stat = found.get();
        if (stat.type() != type) {
            return Difference.TYPE;
        }
        Attributes wanted = kept(type, attributes);
        Attributes has = kept(type, stat.attributes().with(wanted.metadata()));
        boolean sameTime =
                has.mtimeSeconds() == wanted.mtimeSeconds()
                        && has.mtimeNanos() == wanted.mtimeNanos();
        boolean sameContent =
                switch (type) {
                    case FILE -> stat.size() == size && sameTime;
                    case SYMLINK -> Arrays.equals(readLink(path), link);
                    case DIRECTORY, SPECIAL -> true;
                };
        if (!sameContent) {
            return Difference.CONTENT;
        }
        boolean samePermissions =
                type == FileType.SYMLINK || has.permissions() == wanted.permissions();
        return samePermissions && sameTime && hasMetadata(path, wanted.metadata())
                ? Difference.NONE
                : Difference.ATTRIBUTES;
    }

    private boolean hasMetadata(TreePath path, Metadata wanted) throws DiskException {
        if (wanted.isNone()) {
            return true;
        }
        try (DirectoryHandle parent = directories.get(path.parent());
                NodeHandle node = parent.openNode(path.name())) {
            return wanted.isMetBy(node.metadata(node.stat(), wanted.kinds()));
        }
    }

    private Optional<FileStat> stat(TreePath path) throws DiskException {
        if (path.isRoot()) {
            return root.stat(path);
        }
        try (DirectoryHandle parent = directories.get(path.parent())) {
            return parent.stat(path.name());
        } catch (DiskException e) {
            if (e.kind() == Kind.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private byte[] readLink(TreePath path) throws DiskException {
        try (DirectoryHandle parent = directories.get(path.parent())) {
            return parent.readLink(path.name());
        }
    }

    /**
     * Makes a directory, if it isn't there; the one that it is in must be. A file or link of the
     * name is removed for it. Its attributes are set by {@link #finish}; until then its owner may
     * do all in it.
     *
     * @throws DiskException NO_PERMISSION, NO_SPACE, BAD_NAME, READ_ONLY
     */
    public void makeDirectory(TreePath path, Attributes attributes) throws DiskException {
        if (!path.isRoot()) {
            try (DirectoryHandle parent = parent(path)) {
                makeDirectory(parent, path);
            }
        }
        directoryAttributes.add(path, kept(FileType.DIRECTORY, attributes));
    }

    private void makeDirectory(DirectoryHandle parent, TreePath path) throws DiskException {
        byte[] name = path.name();
        Optional<FileStat> there = parent.stat(name);
        if (isDirectory(there)) {
            int permissions = there.get().attributes().permissions();
            if ((permissions & 0700) != 0700) {
                parent.setPermissions(name, permissions | 0700);
            }
            return;
        }
        if (there.isPresent()) {
            Leftovers.removeIfThere(parent, name);
        }
        directories.forget(path);
        parent.makeDirectory(name);
        var _ = swept.tryAdd(path);
    }

    /**
     * Writes a file that is there at once.
     *
     * @param content all of it; the position stays
     * @throws DiskException CORRUPT if it hasn't this SHA-256; NO_SPACE, NO_PERMISSION, BAD_NAME,
     *     NOT_FOUND if the directory isn't there; IS_DIRECTORY if a directory has the name that
     *     isn't empty
     */
    public void writeFile(TreePath path, Attributes attributes, ByteBuffer content, byte[] sha256)
            throws DiskException {
        if (!Checksums.match(content, sha256)) {
            throw new DiskException(Kind.CORRUPT, path);
        }
        try (DirectoryHandle parent = parent(path)) {
            smallFile.write(parent, path.name(), kept(FileType.FILE, attributes), content);
        }
    }

    /** Makes a symbolic link; throws as {@link #writeFile}. */
    public void writeLink(TreePath path, Attributes attributes, byte[] target)
            throws DiskException {
        try (DirectoryHandle parent = parent(path)) {
            smallFile.link(parent, path.name(), kept(FileType.SYMLINK, attributes), target);
        }
    }

    /**
     * Makes a path a further name of a file that is there; throws as {@link #writeFile}, and what
     * the file system says that has no such names.
     */
    public void writeHardLink(TreePath path, TreePath file) throws DiskException {
        try (DirectoryHandle parent = parent(path);
                DirectoryHandle from = parent(file)) {
            Optional<FileStat> there = from.stat(file.name());
            if (there.isEmpty() || there.get().type() != FileType.FILE) {
                throw new DiskException(Kind.NOT_FOUND, file);
            }
            smallFile.hardLink(from, file.name(), parent, path.name());
        }
    }

    /** Returns whether two paths are names of one file. */
    public boolean isSameFile(TreePath one, TreePath other) throws DiskException {
        Optional<FileStat> stat = stat(one);
        Optional<FileStat> there = stat(other);
        return stat.isPresent()
                && there.isPresent()
                && stat.get().type() == FileType.FILE
                && stat.get().isSameFile(there.get());
    }

    /**
     * Begins a file that comes in chunks, or goes on with what an earlier copy left of it: that is
     * read again in this call, which takes as long as the disk takes for it.
     *
     * @param source by which the file is known again; its size counts
     * @param sparse whether zeros are left as holes; otherwise room for all of it is set aside now
     * @param chunkBytes how long a chunk is: a power of two from 4 KiB to 64 MiB
     * @throws DiskException NO_SPACE before anything needs to be sent, IN_USE, TOO_LARGE, and as
     *     {@link #writeFile}
     */
    public TargetFile openFile(
            TreePath path,
            Attributes attributes,
            FileIdentity source,
            boolean sparse,
            int chunkBytes)
            throws DiskException {
        ChunkGrid grid = ChunkGrid.of(source.size(), chunkBytes, path);
        DirectoryHandle parent = parent(path);
        try {
            if (isDirectory(parent.stat(path.name()))) {
                Placing.makeRoom(parent, path.name());
            }
            return opening.open(
                    parent,
                    FileNames.of(path),
                    new TargetOpening.Source(kept(FileType.FILE, attributes), source, sparse),
                    grid);
        } catch (DiskException e) {
            parent.close();
            throw e.about(path);
        }
    }

    private static boolean isDirectory(Optional<FileStat> stat) {
        return stat.isPresent() && stat.get().type() == FileType.DIRECTORY;
    }

    /**
     * Refuses what {@link #writeFile} would for the sake of a directory that has the name.
     *
     * @throws DiskException IS_DIRECTORY if it isn't empty
     */
    public void checkEmpty(TreePath path) throws DiskException {
        try (DirectoryHandle directory = root.openDirectory(path)) {
            if (directory.list().next() != null) {
                throw Placing.notEmpty(path);
            }
        }
    }

    /** Sets what is kept of what is there; of a link, not the permissions. */
    public void setAttributes(TreePath path, FileType type, Attributes attributes)
            throws DiskException {
        Attributes kept = kept(type, attributes);
        if (type == FileType.DIRECTORY) {
            directoryAttributes.add(path, kept);
            return;
        }
        try (DirectoryHandle parent = parent(path)) {
            if (!kept.metadata().isNone()) {
                try (NodeHandle node = parent.openNode(path.name())) {
                    if (node.stat().type() == type) {
                        node.setAttributes(kept);
                    }
                }
                return;
            }
            if (type == FileType.FILE) {
                parent.setPermissions(path.name(), kept.permissions());
            }
            parent.setModified(path.name(), kept);
        }
    }

    /**
     * Removes a file, a link or an empty directory; nothing happens if it isn't there, or if it is
     * what another copy is writing.
     *
     * @throws DiskException NOT_EMPTY, NO_PERMISSION, READ_ONLY
     */
    public void remove(TreePath path) throws DiskException {
        byte[] name = path.name();
        if (path.isRoot()) {
            throw new DiskException(Kind.NO_PERMISSION, path, "the root itself is not removed");
        }
        try (DirectoryHandle parent = directories.get(path.parent())) {
            Optional<FileStat> stat = parent.stat(name);
            if (stat.isEmpty()) {
                return;
            }
            if (stat.get().type() == FileType.DIRECTORY) {
                parent.removeDirectory(name);
                directories.clear();
            } else if (ReservedNames.isReserved(name)) {
                Leftovers.removeUnlessInUse(parent, name);
            } else {
                Leftovers.removeIfThere(parent, name);
            }
        }
    }

    /** Returns how much may still be written to the file system of the root, in bytes. */
    public long freeBytes() throws DiskException {
        return root.directory().freeBytes();
    }

    /**
     * Sets the attributes of directories, the innermost first; with {@link WriteOptions#sync} all
     * names are on the disk then. Call it when nothing more is written.
     *
     * @param failed told of each directory whose attributes couldn't be set
     */
    public void finish(Consumer<DiskException> failed) {
        directoryAttributes.apply(directories, failed);
        try {
            directories.clear();
            if (options.sync()) {
                root.directory().syncFileSystem();
            }
        } catch (DiskException e) {
            failed.accept(e);
        }
    }

    /**
     * The same.
     *
     * @throws DiskException what failed first; all else is done
     */
    public void finish() throws DiskException {
        List<DiskException> failures = new ArrayList<>();
        finish(failures::add);
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
    }

    /** Closes the directories that are still open; what was not finished stays as it is. */
    @Override
    public void close() throws DiskException {
        swept.close();
        directoryAttributes.clear();
        directories.close();
    }
}
