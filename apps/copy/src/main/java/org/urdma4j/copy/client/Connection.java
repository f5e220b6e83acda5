package org.urdma4j.copy.client;

import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.Facts;
import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.message.MalformedMessageException;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.message.Version;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.pass.SessionException;
import org.urdma4j.copy.tree.Preserve;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.wire.MessageStream;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** One connection to a server. Requests are made by one thread at a time, between passes. */
final class Connection implements Closeable {
    private static final int USUAL = 0755;

    /** So many questions are asked at once. */
    private static final int TOGETHER = 256;

    private final MessageStream stream;
    private final boolean readOnly;
    private int ids = 1 << 30; // apart from those of passes

    Connection(MessageStream stream) throws IOException {
        this.stream = stream;
        stream.sendNow(new Message.Hello(Version.CURRENT));
        if (!(next() instanceof Message.Welcome welcome) || welcome.version() != Version.CURRENT) {
            throw new SessionException(Fault.UNSUPPORTED, "the server speaks another version");
        }
        readOnly = welcome.readOnly();
    }

    MessageStream stream() {
        return stream;
    }

    boolean isReadOnly() {
        return readOnly;
    }

    private Message next() throws IOException {
        Message message = stream.receive();
        return switch (message) {
            case null -> throw new EOFException("the server has ended the connection");
            case Message.Failed m when m.id() == 0 ->
                    throw new SessionException(m.fault(), m.text());
            default -> message;
        };
    }

    private Message ask(IntFunction<Message> request) throws IOException {
        ids++;
        stream.sendNow(request.apply(ids));
        return next();
    }

    /**
     * Says what passes keep.
     *
     * @return what of it the server keeps of what it writes
     */
    Preserve preserve(Preserve preserve) throws IOException {
        Message answer;
        try {
            answer = ask(id -> new Message.SetPreserve(id, preserve));
        } catch (SessionException e) {
            if (e.fault() != Fault.OTHER) {
                throw e;
            }
            throw new SessionException(
                    Fault.UNSUPPORTED,
                    "the urdma at the other end is too old for --archive and what it stands for:"
                            + " without them it copies as before");
        }
        return switch (answer) {
            case Message.Preserved m -> m.preserve();
            case Message m -> throw unexpected(m);
        };
    }

    /**
     * Says which of several connections of one copy this is.
     *
     * @return false if the server is too old to know such; then it has ended this one
     */
    boolean join(ByteString token, int part, int parts) throws IOException {
        Message answer;
        try {
            answer = ask(id -> new Message.Join(id, token, part, parts));
        } catch (SessionException e) {
            if (e.fault() != Fault.OTHER) {
                throw e;
            }
            awaitEnd();
            return false;
        }
        if (!(answer instanceof Message.Done)) {
            throw unexpected(answer);
        }
        return true;
    }

    /** Waits until the server has ended this one, after which another may have its place. */
    private void awaitEnd() {
        try {
            Message last = stream.receive();
            while (last != null) {
                last = stream.receive();
            }
        } catch (IOException _) {
            // that is an end, too
        }
    }

    Optional<Facts> stat(TreePath path) throws IOException {
        return found(ask(id -> new Message.Stat(id, path)));
    }

    /** Returns what is at each path, as {@link #stat} does, without waiting for each. */
    List<Optional<Facts>> stat(List<TreePath> paths) throws IOException {
        List<Optional<Facts>> all = new ArrayList<>();
        for (int from = 0; from < paths.size(); from += TOGETHER) {
            List<TreePath> some = paths.subList(from, Math.min(paths.size(), from + TOGETHER));
            for (TreePath path : some) {
                ids++;
                stream.send(new Message.Stat(ids, path));
            }
            stream.flush();
            List<Message> answers = new ArrayList<>();
            for (int i = 0; i < some.size(); i++) {
                answers.add(next());
            }
            for (Message answer : answers) {
                all.add(found(answer));
            }
        }
        return all;
    }

    private static Optional<Facts> found(Message answer) throws IOException {
        return switch (answer) {
            case Message.Found m -> Optional.of(m.facts());
            case Message.Failed m when m.fault() == Fault.NOT_FOUND -> Optional.empty();
            case Message.Failed m -> throw new SessionException(m.fault(), m.text());
            case Message m -> throw unexpected(m);
        };
    }

    /** Returns the folder that links lead to. */
    TreePath resolve(TreePath path) throws IOException {
        return switch (ask(id -> new Message.Resolve(id, path))) {
            case Message.Resolved m -> m.path();
            case Message.Failed m -> throw new SessionException(m.fault(), m.text());
            case Message m -> throw unexpected(m);
        };
    }

    /** Removes a file, a link or an empty folder. */
    void remove(TreePath path) throws IOException {
        if (ask(id -> new Message.Remove(id, path)) instanceof Message.Failed m) {
            throw new SessionException(m.fault(), m.text());
        }
    }

    void makeFolder(TreePath path) throws IOException {
        Message answer = ask(id -> new Message.MakeFolder(id, path, USUAL));
        if (answer instanceof Message.Failed m) {
            throw new SessionException(m.fault(), m.text());
        }
    }

    /** Gives the folders of all passes their attributes. */
    void finish(PassListener listener) throws IOException {
        Message answer = ask(Message.Finish::new);
        while (answer instanceof Message.Skipped skipped) {
            listener.onFailed(skipped.fault(), skipped.text());
            answer = next();
        }
        if (answer instanceof Message.Failed m) {
            listener.onFailed(m.fault(), m.text());
        } else if (!(answer instanceof Message.Done)) {
            throw unexpected(answer);
        }
    }

    /** Removes what wasn't said to be kept. */
    void removeRest(IntFunction<Message> request, PassListener listener) throws IOException {
        Message answer = ask(request);
        while (!(answer instanceof Message.Done)) {
            switch (answer) {
                case Message.Removed m -> listener.onRemoved(m.path());
                case Message.Skipped m -> listener.onFailed(m.fault(), m.text());
                case Message.Failed m -> {
                    listener.onFailed(m.fault(), m.text());
                    return;
                }
                default -> throw unexpected(answer);
            }
            answer = next();
        }
    }

    private static IOException unexpected(Message message) {
        return new MalformedMessageException("not the answer that was expected: " + message);
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
