package org.urdma4j.copy.serve;

import org.urdma4j.copy.digest.CellChecksums;
import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.Facts;
import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.pass.SessionException;
import org.urdma4j.copy.tree.DirectoryHandle;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.FileHandle;
import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.FollowedLinks;
import org.urdma4j.copy.tree.Listing;
import org.urdma4j.copy.tree.ReservedNames;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.wire.MessageStream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Plain operations on single files and folders, each answered at once. */
final class FileRequests {
    private final Root root;
    private final MessageStream stream;
    private final boolean readOnly;
    private final PassListener listener;
    private final Owners owners;
    private boolean tellsOwners;
    private ByteBuffer part;

    FileRequests(Root root, MessageStream stream, ServeOptions options, PassListener listener) {
        owners = new Owners(root, options.privileged());
        this.root = root;
        this.stream = stream;
        readOnly = options.readOnly();
        this.listener = listener;
    }

    /** Does what is asked for, and returns whether it is one of these. */
    boolean handle(Message message) throws IOException {
        switch (message) {
            case Message.Stat m -> attempt(m.id(), () -> stat(m));
            case Message.Resolve m ->
                    attempt(
                            m.id(),
                            () -> {
                                TreePath folder = FollowedLinks.folder(root, m.path());
                                stream.send(new Message.Resolved(m.id(), folder));
                            });
            case Message.ListFolder m -> attempt(m.id(), () -> list(m));
            case Message.Read m -> attempt(m.id(), () -> read(m));
            case Message.Checksum m -> attempt(m.id(), () -> checksum(m));
            case Message.MakeFolder m -> change(m.id(), m.path(), () -> makeFolder(m));
            case Message.Remove m -> change(m.id(), m.path(), () -> remove(m.path()));
            case Message.Rename m -> change(m.id(), m.from(), () -> rename(m.from(), m.to(), true));
            case Message.Move m -> change(m.id(), m.from(), () -> rename(m.from(), m.to(), false));
            case Message.TellOwners m -> {
                tellsOwners = true;
                stream.send(new Message.Done(m.id()));
            }
            case Message.SetOwner m ->
                    change(
                            m.id(),
                            m.path(),
                            () -> {
                                ReservedNames.check(m.path());
                                owners.set(m);
                            });
            case Message.SetAttributes m -> change(m.id(), m.path(), () -> setAttributes(m));
            default -> {
                return false;
            }
        }
        return true;
    }

    private interface Step {
        void run() throws IOException;
    }

    private void attempt(int id, Step step) throws IOException {
        try {
            step.run();
        } catch (DiskException e) {
            stream.send(new Message.Failed(id, Fault.of(e.kind()), e.getMessage()));
        } catch (SessionException e) {
            stream.send(new Message.Failed(id, e.fault(), e.getMessage()));
        }
    }

    private void change(int id, TreePath path, Step step) throws IOException {
        attempt(
                id,
                () -> {
                    if (readOnly) {
                        throw new SessionException(
                                Fault.READ_ONLY, path + ": this server is read-only");
                    }
                    if (path.isRoot()) {
                        throw new SessionException(
                                Fault.EXISTS, "the folder that is served stays as it is");
                    }
                    step.run();
                    stream.send(new Message.Done(id));
                });
    }

    private void stat(Message.Stat m) throws IOException {
        Optional<FileStat> found = root.stat(m.path());
        if (found.isEmpty()) {
            throw new DiskException(Kind.NOT_FOUND, m.path());
        }
        tellOwner(m.id(), found.get());
        stream.send(new Message.Found(m.id(), Facts.of(found.get())));
    }

    private void tellOwner(int id, FileStat stat) throws IOException {
        if (tellsOwners) {
            stream.send(owners.of(id, stat));
        }
    }

    private void list(Message.ListFolder m) throws IOException {
        try (DirectoryHandle folder = root.openDirectory(m.path())) {
            Listing names = folder.list();
            for (byte[] name = names.next(); name != null; name = names.next()) {
                Optional<FileStat> found = folder.stat(name);
                if (found.isPresent()) {
                    tellOwner(m.id(), found.get());
                    stream.send(
                            new Message.Listed(m.id(), ByteString.of(name), Facts.of(found.get())));
                }
            }
        }
        stream.send(new Message.Done(m.id()));
    }

    private ByteBuffer part(int length) {
        if (part == null) {
            part = ByteBuffer.allocateDirect(Limits.CHUNK);
        }
        return part.clear().limit(length);
    }

    private void checksum(Message.Checksum m) throws IOException {
        CellChecksums sums = new CellChecksums();
        try (FileHandle file = root.openFile(m.path())) {
            int got;
            int step;
            do {
                step = Math.min(Limits.CHUNK, m.length() - sums.length());
                got = file.read(part(step), m.offset() + sums.length());
                sums.update(part.flip());
            } while (got == step && sums.length() < m.length());
        }
        stream.send(
                new Message.Checksummed(
                        m.id(), sums.length(), sums.crc32c(), ByteString.of(sums.md5())));
    }

    private void read(Message.Read m) throws IOException {
        try (FileHandle file = root.openFile(m.path())) {
            var _ = file.read(part(m.length()), m.offset());
        }
        listener.onMoved(part.flip().remaining());
        stream.send(new Message.Part(m.id(), part));
    }

    private void makeFolder(Message.MakeFolder m) throws DiskException {
        byte[] name = m.path().name();
        ReservedNames.check(m.path());
        try (DirectoryHandle parent = root.openDirectory(m.path().parent())) {
            parent.makeDirectory(name);
            try (DirectoryHandle made = parent.openDirectory(name)) {
                made.setPermissions(m.permissions() & 01777);
            }
        }
    }

    private void remove(TreePath path) throws DiskException {
        try (DirectoryHandle parent = root.openDirectory(path.parent())) {
            Optional<FileStat> found = parent.stat(path.name());
            if (found.isPresent() && found.get().type() == FileType.DIRECTORY) {
                parent.removeDirectory(path.name());
            } else {
                parent.removeFile(path.name());
            }
        }
    }

    private void rename(TreePath source, TreePath target, boolean replace) throws IOException {
        if (target.isRoot()) {
            throw new SessionException(Fault.EXISTS, "the folder that is served stays as it is");
        }
        ReservedNames.check(source);
        ReservedNames.check(target);
        try (DirectoryHandle from = root.openDirectory(source.parent());
                DirectoryHandle to = root.openDirectory(target.parent())) {
            if (replace) {
                from.rename(source.name(), to, target.name());
            } else {
                from.renameToNew(source.name(), to, target.name());
            }
        }
    }

    private void setAttributes(Message.SetAttributes m) throws DiskException {
        ReservedNames.check(m.path());
        byte[] name = m.path().name();
        try (DirectoryHandle parent = root.openDirectory(m.path().parent())) {
            FileStat found =
                    parent.stat(name)
                            .orElseThrow(() -> new DiskException(Kind.NOT_FOUND, m.path()));
            if (found.type() != FileType.FILE && found.type() != FileType.DIRECTORY) {
                throw new DiskException(Kind.SPECIAL, m.path(), "is neither a file nor a folder");
            }
            if (m.permissions()) {
                int sticky = found.type() == FileType.DIRECTORY ? 01000 : 0;
                parent.setPermissions(name, m.attributes().permissions() & (0777 | sticky));
            }
            if (m.time()) {
                parent.setModified(name, m.attributes());
            }
        }
    }
}
