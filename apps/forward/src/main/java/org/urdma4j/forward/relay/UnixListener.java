package org.urdma4j.forward.relay;

import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Set;

/**
 * A UNIX socket that listens, for its own user alone (mode 0600). One that a process left behind is
 * replaced; one at which somebody listens isn't, nor any other file.
 */
record UnixListener(ServerSocketChannel server, UnixDomainSocketAddress path, Object inode)
        implements Closeable {
    private static final int BACKLOG = 1024;

    /** What sun_path of unix(7) has room for, without the zero at its end. */
    private static final int LONGEST_PATH = 107;

    private static final FileAttribute<Set<PosixFilePermission>> OWN_FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final Set<PosixFilePermission> OWN =
            PosixFilePermissions.fromString("rw-------");
    private static final int NAMES = 1 << 24;

    static UnixListener bind(UnixDomainSocketAddress address) throws IOException {
        Path path = address.getPath().toAbsolutePath();
        if (path.toString().length() > LONGEST_PATH) {
            throw new BindException("the path is longer than 107 bytes");
        }
        checkFree(path, address);
        Path folder = folder(path);
        Path made = folder.resolve("s");
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(made), BACKLOG);
            Files.setPosixFilePermissions(made, OWN);
            Object inode = inode(made);
            Files.move(made, path, StandardCopyOption.ATOMIC_MOVE);
            return new UnixListener(server, address, inode);
        } catch (IOException | RuntimeException e) {
            server.close();
            Files.deleteIfExists(made);
            throw e;
        } finally {
            Files.deleteIfExists(folder);
        }
    }

    /** Whoever can reach the final name is kept out until the socket's mode is set. */
    private static Path folder(Path path) throws IOException {
        String name = ".u%06x".formatted(new SecureRandom().nextInt(NAMES));
        try {
            return Files.createDirectory(path.resolveSibling(name), OWN_FOLDER);
        } catch (NoSuchFileException _) {
            throw new BindException("there is no such folder");
        } catch (AccessDeniedException _) {
            throw new BindException("nothing may be written in that folder");
        }
    }

    private static Object inode(Path path) throws IOException {
        return Files.getAttribute(path, "unix:ino", LinkOption.NOFOLLOW_LINKS);
    }

    private static void checkFree(Path path, UnixDomainSocketAddress address) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isOther()) {
            throw new BindException("there is a file, and it is no socket");
        }
        try (SocketChannel other = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            other.configureBlocking(false);
            var _ = other.connect(address);
            throw new BindException("another program listens there");
        } catch (ConnectException _) {
            // left behind by one that has ended
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        Path file = path.getPath();
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && inode(file).equals(inode)) {
            Files.delete(file);
        }
    }
}
