package org.urdma4j.hadoop;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.urdma4j.copy.files.RemoteEntry;
import org.urdma4j.copy.files.RemoteWriter;
import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.Facts;
import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.pass.SessionException;
import org.urdma4j.copy.rdma.CopyDevice;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.ReservedNames;
import org.urdma4j.copy.tree.TreePath;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What {@code urdma serve} has, as {@code urdma://host:port/path}: the path begins at the folder
 * that is served. A file that is written is seen once it is closed. It can't append, and has no
 * names but those of UTF-8; links and devices are in no listing and aren't opened.
 *
 * <p>One connection carries the requests of all threads; one that has ended is made anew. Reading
 * goes on over the new one, what was being written is lost.
 */
public final class UrdmaFileSystem extends FileSystem {
    /** What its URIs begin with. */
    public static final String SCHEME = "urdma";

    private static final long NANOS_OF_MILLI = 1_000_000;
    private static final int STICKY = 01000;

    private URI uri;
    private Settings settings;
    private Server server;
    private Path directory;

    /** For Hadoop, which calls {@link #initialize} next. */
    public UrdmaFileSystem() {}

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public int getDefaultPort() {
        return CopyDevice.PORT;
    }

    /**
     * Connects to the server.
     *
     * @throws IOException with a line that says what is wrong with the name, the configuration or
     *     the way there
     */
    @Override
    public void initialize(URI name, Configuration conf) throws IOException {
        super.initialize(name, conf);
        setConf(conf);
        settings = Settings.of(name, conf);
        uri = URI.create(SCHEME + "://" + name.getRawAuthority().toLowerCase(Locale.ROOT));
        directory = getHomeDirectory();
        server = Server.open(settings);
    }

    @Override
    public URI getUri() {
        return uri;
    }

    @Override
    public Path getHomeDirectory() {
        return makeQualified(new Path("/"));
    }

    @Override
    public Path getWorkingDirectory() {
        return directory;
    }

    @Override
    public void setWorkingDirectory(Path path) {
        directory = absolute(path);
    }

    private Path absolute(Path path) {
        return path.isAbsolute() ? makeQualified(path) : makeQualified(new Path(directory, path));
    }

    private Optional<RemoteEntry> look(Path absolute) throws IOException {
        TreePath place = Paths.of(absolute);
        try {
            return server.ask(files -> files.find(place));
        } catch (SessionException e) {
            throw Faults.of(absolute, e);
        }
    }

    /** Also what is below a file isn't there. */
    private Optional<RemoteEntry> find(Path absolute) throws IOException {
        try {
            return look(absolute);
        } catch (ParentNotDirectoryException _) {
            return Optional.empty();
        }
    }

    private RemoteEntry get(Path absolute) throws IOException {
        return find(absolute)
                .orElseThrow(() -> new FileNotFoundException(absolute + ": there is no such file"));
    }

    private static boolean isFolder(RemoteEntry entry) {
        return entry.facts().type() == FileType.DIRECTORY;
    }

    private static boolean isShown(RemoteEntry entry) {
        return entry.facts().type() == FileType.FILE || isFolder(entry);
    }

    private FileStatus status(Path path, RemoteEntry entry) {
        boolean folder = isFolder(entry);
        Facts facts = entry.facts();
        long modified =
                facts.attributes().mtimeSeconds() * 1000
                        + facts.attributes().mtimeNanos() / NANOS_OF_MILLI;
        FsPermission permission =
                new FsPermission((short) (facts.attributes().permissions() & 01777));
        return new FileStatus(
                folder ? 0 : facts.size(),
                folder,
                folder ? 0 : 1,
                folder ? 0 : settings.blockSize(),
                modified,
                0,
                permission,
                new String(entry.user().toBytes(), StandardCharsets.UTF_8),
                new String(entry.group().toBytes(), StandardCharsets.UTF_8),
                path);
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        Path absolute = absolute(path);
        RemoteEntry entry = get(absolute);
        if (!isShown(entry)) {
            throw new IOException(
                    absolute + ": is a link or a device, which urdma:// doesn't follow or open");
        }
        return status(absolute, entry);
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        Path absolute = absolute(path);
        if (!isFolder(get(absolute))) {
            return new FileStatus[] {getFileStatus(absolute)};
        }
        TreePath place = Paths.of(absolute);
        List<FileStatus> all = new ArrayList<>();
        try {
            for (RemoteEntry entry : server.ask(files -> files.list(place))) {
                boolean shown = isShown(entry) && !ReservedNames.isReserved(entry.name().toBytes());
                Optional<Path> child =
                        shown ? Paths.child(absolute, entry.name()) : Optional.empty();
                child.ifPresent(at -> all.add(status(at, entry)));
            }
        } catch (SessionException e) {
            throw Faults.of(absolute, e);
        }
        return all.toArray(FileStatus[]::new);
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        Path absolute = absolute(path);
        FileStatus found = getFileStatus(absolute);
        if (found.isDirectory()) {
            throw new FileNotFoundException(absolute + ": is a directory");
        }
        return new FSDataInputStream(
                new UrdmaInputStream(
                        absolute, found.getLen(), server, settings.readAhead(), statistics));
    }

    /**
     * Returns what HDFS has of a file with the same content, in the same blocks, as the
     * configuration's {@code dfs.checksum.combine.mode} has them put together; null for larger
     * blocks than a server is asked for, unless the mode needs none.
     *
     * @param length of the file's beginning, or more for all of it
     */
    @Override
    public FileChecksum getFileChecksum(Path path, long length) throws IOException {
        if (length < 0) {
            throw new IllegalArgumentException("length is %d".formatted(length));
        }
        Path absolute = absolute(path);
        FileStatus found = getFileStatus(absolute);
        if (found.isDirectory()) {
            throw new FileNotFoundException(absolute + ": is a directory");
        }
        try {
            long summed = Math.min(length, found.getLen());
            return FileChecksums.of(server, Paths.of(absolute), summed, settings);
        } catch (SessionException e) {
            throw Faults.of(absolute, e);
        }
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        Path absolute = absolute(path);
        Path parent = absolute.getParent();
        if (parent != null && find(parent).isEmpty()) {
            mkdirs(parent, FsPermission.getDirDefault());
        }
        return begin(absolute, permission, overwrite);
    }

    /** Creates a file whose folder must be there. */
    @Override
    @SuppressWarnings("deprecation") // of Hadoop, which calls it all the same
    public FSDataOutputStream createNonRecursive(
            Path path,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        if (flags.contains(CreateFlag.APPEND)) {
            throw noAppend(path);
        }
        Path absolute = absolute(path);
        Path parent = absolute.getParent();
        if (parent != null && !isFolder(get(parent))) {
            throw new ParentNotDirectoryException(parent + ": is not a directory");
        }
        return begin(absolute, permission, flags.contains(CreateFlag.OVERWRITE));
    }

    private FSDataOutputStream begin(Path absolute, FsPermission permission, boolean overwrite)
            throws IOException {
        int permissions = permission.applyUMask(FsPermission.getUMask(getConf())).toShort();
        TreePath place = Paths.of(absolute);
        try {
            RemoteWriter writer = server.files().create(place, permissions & 0777, overwrite);
            return new FSDataOutputStream(
                    new UrdmaOutputStream(absolute, writer, statistics), null);
        } catch (SessionException e) {
            throw Faults.of(absolute, e);
        }
    }

    /** Can't be done: a file is written whole. */
    @Override
    public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
        throw noAppend(path);
    }

    private static UnsupportedOperationException noAppend(Path path) {
        return new UnsupportedOperationException(
                path
                        + ": urdma:// can't append, a file is written whole; distcp copies it so"
                        + " without -append");
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) throws IOException {
        Path absolute = absolute(path);
        int permissions = masked(permission == null ? FsPermission.getDirDefault() : permission);
        List<Path> missing = new ArrayList<>();
        for (Path at = absolute; at != null; at = at.getParent()) {
            Optional<RemoteEntry> found = find(at);
            if (found.isPresent()) {
                checkFolder(absolute, at, found.get());
                break;
            }
            missing.add(at);
        }
        for (Path at : missing.reversed()) {
            makeFolder(at, permissions);
        }
        return true;
    }

    /** The umask takes rights away, but not the sticky bit, as in HDFS. */
    private int masked(FsPermission permission) {
        int rights = permission.applyUMask(FsPermission.getUMask(getConf())).toShort() & 0777;
        return permission.getStickyBit() ? rights | STICKY : rights;
    }

    private static void checkFolder(Path wanted, Path at, RemoteEntry entry) throws IOException {
        if (!isFolder(entry)) {
            String text = at + ": is there, and no directory";
            throw at.equals(wanted)
                    ? new FileAlreadyExistsException(text)
                    : new ParentNotDirectoryException(text);
        }
    }

    private void makeFolder(Path at, int permissions) throws IOException {
        try {
            server.files().makeFolder(Paths.of(at), permissions);
        } catch (SessionException e) {
            Optional<RemoteEntry> other = e.fault() == Fault.EXISTS ? look(at) : Optional.empty();
            if (other.isEmpty() || !isFolder(other.get())) {
                throw Faults.of(at, e);
            }
        }
    }

    /**
     * Renames, as HDFS does: into {@code to} if that is a folder. Returns false if there is nothing
     * at {@code from}, something else has the name, or the target's folder isn't there.
     */
    @Override
    public boolean rename(Path from, Path to) throws IOException {
        Path source = absolute(from);
        Path target = absolute(to);
        Optional<RemoteEntry> what = find(source);
        if (what.isEmpty() || source.isRoot()) {
            return false;
        }
        if (source.equals(target)) {
            return !isFolder(what.get());
        }
        Optional<RemoteEntry> there = find(target);
        if (there.isPresent() && isFolder(there.get())) {
            target = Paths.child(target, source.getName());
        } else if (there.isPresent()) {
            return false;
        }
        if (Paths.of(target).isWithin(Paths.of(source))) {
            return false;
        }
        return move(source, target);
    }

    private boolean move(Path source, Path target) throws IOException {
        try {
            server.files().move(Paths.of(source), Paths.of(target));
            return true;
        } catch (SessionException e) {
            return switch (e.fault()) {
                case NOT_FOUND, NOT_DIRECTORY, EXISTS -> false;
                default -> throw Faults.of(source, e);
            };
        }
    }

    /** Deletes; of the root, which stays, what is in it. Returns false if nothing was deleted. */
    @Override
    public boolean delete(Path path, boolean recursive) throws IOException {
        Path absolute = absolute(path);
        TreePath place = Paths.of(absolute);
        Optional<RemoteEntry> found = find(absolute);
        if (found.isEmpty()) {
            return false;
        }
        try {
            if (isFolder(found.get()) && recursive) {
                server.files().removeContents(place);
            }
            if (absolute.isRoot()) {
                if (!recursive && listStatus(absolute).length > 0) {
                    throw new PathIsNotEmptyDirectoryException(absolute.toString());
                }
                return recursive;
            }
            server.files().remove(place);
            return true;
        } catch (SessionException e) {
            if (e.fault() == Fault.NOT_FOUND) {
                return false; // somebody was faster
            }
            throw Faults.of(absolute, e);
        }
    }

    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
        Path absolute = absolute(path);
        try {
            server.files().setPermissions(Paths.of(absolute), permission.toShort() & 01777);
        } catch (SessionException e) {
            throw Faults.of(absolute, e);
        }
    }

    /** Sets the time of modification; of access there is none. */
    @Override
    public void setTimes(Path path, long modified, long accessed) throws IOException {
        Path absolute = absolute(path);
        if (modified < 0) {
            var _ = get(absolute);
            return;
        }
        int nanos = (int) (modified % 1000 * NANOS_OF_MILLI);
        try {
            server.files().setModified(Paths.of(absolute), modified / 1000, nanos);
        } catch (SessionException e) {
            throw Faults.of(absolute, e);
        }
    }

    /**
     * Gives a file or directory to a user and a group that the server knows by name, or to numbers
     * in decimal; null leaves one as it is. A server that isn't root for its clients ({@code serve
     * --super}) sets the groups that its user is in, and no users.
     *
     * @throws IOException what Hadoop calls {@code AccessControlException} if the server may not
     */
    @Override
    public void setOwner(Path path, String user, String group) throws IOException {
        Path absolute = absolute(path);
        ByteString toUser = name(absolute, "user", user);
        ByteString toGroup = name(absolute, "group", group);
        if (toUser.length() + toGroup.length() == 0) {
            var _ = get(absolute);
            return;
        }
        try {
            server.files().setOwner(Paths.of(absolute), toUser, toGroup);
        } catch (SessionException e) {
            throw Faults.of(absolute, e);
        }
    }

    private static ByteString name(Path path, String what, String name) throws IOException {
        byte[] bytes = name == null ? new byte[0] : name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > Limits.NAME) {
            throw new IOException(
                    "%s: the name of a %s has at most %d bytes".formatted(path, what, Limits.NAME));
        }
        return ByteString.of(bytes);
    }

    /** Can't be done: a server doesn't tell how large its disk is. */
    @Override
    public FsStatus getStatus(Path path) throws IOException {
        throw new IOException(
                "urdma:// doesn't know how much room there is; ask on the server, with df");
    }

    @Override
    public void close() throws IOException {
        try {
            super.close(); // deletes what is to be deleted on exit
        } finally {
            if (server != null) {
                server.close();
            }
        }
    }
}
