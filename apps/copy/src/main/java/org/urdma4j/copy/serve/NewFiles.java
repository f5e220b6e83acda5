package org.urdma4j.copy.serve;

import org.urdma4j.copy.digest.Checksums;
import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.message.MalformedMessageException;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.pass.SessionException;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.wire.MessageStream;
import org.urdma4j.copy.write.NewFile;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Files that a client writes from their beginning on, several at a time. What goes wrong with one
 * is kept until the client asks for its end. Those that aren't committed are gone with the
 * connection.
 */
final class NewFiles implements AutoCloseable {
    /** A file, or why there is none any more. */
    private static final class Entry {
        NewFile file;
        DiskException failure;

        Entry(NewFile file) {
            this.file = file;
        }

        void fail(DiskException why) {
            failure = why;
            file.close();
            file = null;
        }

        void close() {
            if (file != null) {
                file.close();
            }
        }
    }

    private final Root root;
    private final MessageStream stream;
    private final boolean readOnly;
    private final PassListener listener;
    private final RandomGenerator random;
    private final Map<Integer, Entry> entries = new HashMap<>();

    NewFiles(
            Root root,
            MessageStream stream,
            boolean readOnly,
            PassListener listener,
            RandomGenerator random) {
        this.root = root;
        this.stream = stream;
        this.readOnly = readOnly;
        this.listener = listener;
        this.random = random;
    }

    /** Does what is asked for, and returns whether it is one of these. */
    boolean handle(Message message) throws IOException {
        switch (message) {
            case Message.Create m -> create(m);
            case Message.Write m -> write(m);
            case Message.Commit m -> commit(m.id());
            case Message.Abandon m -> {
                take(m.id()).close();
                stream.send(new Message.Failed(m.id(), m.fault(), m.text()));
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void create(Message.Create m) throws IOException {
        if (entries.containsKey(m.id())) {
            throw new MalformedMessageException("a file of the same number is being written");
        }
        try {
            if (readOnly) {
                throw new SessionException(
                        Fault.READ_ONLY, m.path() + ": this server is read-only");
            }
            if (entries.size() >= Limits.NEW_FILES) {
                String text =
                        "%s: %d files are being written over this connection, and no more may be"
                                .formatted(m.path(), entries.size());
                throw new SessionException(Fault.LIMIT, text);
            }
            entries.put(
                    m.id(),
                    new Entry(
                            NewFile.create(root, m.path(), m.permissions(), m.replace(), random)));
            stream.send(new Message.Done(m.id()));
        } catch (DiskException e) {
            fail(m.id(), e);
        } catch (SessionException e) {
            stream.send(new Message.Failed(m.id(), e.fault(), e.getMessage()));
        }
    }

    private void fail(int id, DiskException e) throws IOException {
        stream.send(new Message.Failed(id, Fault.of(e.kind()), e.getMessage()));
    }

    private void write(Message.Write m) throws MalformedMessageException {
        Entry entry = entries.get(m.id());
        if (entry == null) {
            throw unknown();
        }
        if (entry.file == null) {
            return; // the client isn't told before it asks
        }
        try {
            if (!Checksums.match(m.data(), m.sha256().toBytes())) {
                throw new DiskException(Kind.CORRUPT, entry.file.path());
            }
            int bytes = m.data().remaining();
            entry.file.append(m.data());
            listener.onMoved(bytes);
        } catch (DiskException e) {
            entry.fail(e);
        }
    }

    private void commit(int id) throws IOException {
        Entry entry = take(id);
        try {
            if (entry.failure != null) {
                throw entry.failure;
            }
            entry.file.commit();
            listener.onDone(entry.file.path());
            stream.send(new Message.Done(id));
        } catch (DiskException e) {
            fail(id, e);
        } finally {
            entry.close();
        }
    }

    private Entry take(int id) throws MalformedMessageException {
        Entry entry = entries.remove(id);
        if (entry == null) {
            throw unknown();
        }
        return entry;
    }

    private static MalformedMessageException unknown() {
        return new MalformedMessageException("no file of this number is being written");
    }

    @Override
    public void close() {
        entries.values().forEach(Entry::close);
        entries.clear();
    }
}
