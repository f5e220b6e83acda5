package org.urdma4j.copy.files;

import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.Facts;
import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.message.MalformedMessageException;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.message.Version;
import org.urdma4j.copy.pass.SessionException;
import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.wire.MessageStream;
import org.urdma4j.copy.wire.Throttle;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One connection to a server, whose single files are read and changed. Any thread may call. Calls
 * throw a {@link SessionException} with what the server refuses, and another {@link IOException}
 * once the connection has ended. A thread that is interrupted while it sends ends the connection,
 * as channels have it.
 */
public final class RemoteFiles implements Closeable {
    private static final long PING_MS = 5000;

    private static final Message.Owner NOBODY =
            new Message.Owner(0, ByteString.EMPTY, ByteString.EMPTY);

    private final MessageStream stream;
    private final boolean readOnly;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, Pending<?>> pending = new ConcurrentHashMap<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile IOException failure;
    private volatile boolean ownersTold;

    /**
     * Says hello over a channel that waits in its calls, and is closed with this.
     *
     * @throws IOException with a line for the user; the channel is closed then
     */
    public RemoteFiles(ByteChannel channel) throws IOException {
        this(channel, Throttle.NONE);
    }

    /**
     * The same with a limit.
     *
     * @param throttle told of all bytes
     */
    public RemoteFiles(ByteChannel channel, Throttle throttle) throws IOException {
        stream = new MessageStream(channel, throttle);
        try {
            readOnly = greet();
        } catch (IOException | RuntimeException e) {
            stream.close();
            throw e;
        }
        Thread.ofPlatform().daemon().name("files-answers").start(this::receive);
        Thread.ofPlatform().daemon().name("files-ping").start(this::ping);
    }

    private boolean greet() throws IOException {
        stream.sendNow(new Message.Hello(Version.CURRENT));
        return switch (stream.receive()) {
            case null -> throw new EOFException("the server has ended the connection");
            case Message.Welcome m when m.version() == Version.CURRENT -> m.readOnly();
            case Message.Failed m -> throw new SessionException(m.fault(), m.text());
            case Message _ ->
                    throw new SessionException(
                            Fault.UNSUPPORTED, "the server speaks another version");
        };
    }

    private void receive() {
        try {
            while (true) {
                Message message = stream.receive();
                if (message == null) {
                    throw new EOFException("the server has ended the connection");
                }
                dispatch(message);
            }
        } catch (IOException | RuntimeException e) {
            end(e instanceof IOException known ? known : new IOException(e));
        }
    }

    private void dispatch(Message message) throws IOException {
        int id =
                switch (message) {
                    case Message.Failed m when m.id() == 0 ->
                            throw new SessionException(m.fault(), m.text());
                    case Message.Failed m -> m.id();
                    case Message.Done m -> m.id();
                    case Message.Found m -> m.id();
                    case Message.Listed m -> m.id();
                    case Message.Part m -> m.id();
                    case Message.Checksummed m -> m.id();
                    case Message.Owner m -> m.id();
                    case Message.Removed _ -> 0; // its end has a number
                    case Message m -> throw new MalformedMessageException("not expected: " + m);
                };
        Pending<?> waiting = id == 0 ? null : pending.get(id);
        if (waiting != null && waiting.take(message)) {
            pending.remove(id, waiting); // the same number may be in use again for the next step
        }
    }

    private void end(IOException why) {
        failure = why;
        over.countDown();
        for (Integer id : List.copyOf(pending.keySet())) {
            Pending<?> waiting = pending.remove(id);
            if (waiting != null) {
                waiting.fail(why);
            }
        }
    }

    private void ping() {
        try {
            while (!over.await(PING_MS, TimeUnit.MILLISECONDS)) {
                stream.sendNow(new Message.Ping());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException _) {
            // who waits for answers is told why
        }
    }

    private interface Request {
        Message of(int id);
    }

    private int nextId() {
        return ids.updateAndGet(id -> id == Integer.MAX_VALUE ? 1 : id + 1);
    }

    private <T> Pending<T> ask(Request request, Pending.Taker<T> taker) throws IOException {
        return ask(nextId(), request, taker);
    }

    private <T> Pending<T> ask(int id, Request request, Pending.Taker<T> taker) throws IOException {
        Pending<T> answer = new Pending<>(taker);
        pending.put(id, answer);
        try {
            stream.sendNow(request.of(id));
        } catch (IOException e) {
            pending.remove(id);
            throw failure == null ? e : new IOException(failure.getMessage(), failure);
        }
        IOException ended = failure;
        if (ended != null && pending.remove(id) != null) {
            answer.fail(ended); // it ended after the others were told
        }
        return answer;
    }

    private Pending<Boolean> askWhetherDone(int id, Request request) throws IOException {
        return ask(
                id,
                request,
                message -> {
                    if (message instanceof Message.Done) {
                        return true;
                    }
                    throw Pending.unexpected(message);
                });
    }

    private void perform(Request request) throws IOException {
        var _ = askWhetherDone(nextId(), request).await();
    }

    /** Returns whether nothing may be written there. */
    public boolean isReadOnly() {
        return readOnly;
    }

    /** Returns whether the connection is there, as far as is known. */
    public boolean isOpen() {
        return over.getCount() > 0;
    }

    /**
     * Has what is found and listed from now on come with its owners.
     *
     * @return false if the server is too old to tell; then it has ended the connection
     */
    public boolean tellOwners() throws IOException {
        try {
            perform(Message.TellOwners::new);
            ownersTold = true;
        } catch (SessionException e) {
            if (e.fault() != Fault.OTHER) {
                throw e;
            }
        }
        return ownersTold;
    }

    /**
     * Gives a file or folder to others.
     *
     * @param user a name, or a number in decimal; empty leaves it as it is
     * @param group likewise
     * @throws SessionException NO_PERMISSION, BAD_NAME for names that the server doesn't know,
     *     UNSUPPORTED without {@link #tellOwners}
     */
    public void setOwner(TreePath path, ByteString user, ByteString group) throws IOException {
        if (!ownersTold) {
            throw new SessionException(
                    Fault.UNSUPPORTED,
                    "the urdma at the other end is too old to set owners: use a newer one there");
        }
        perform(id -> new Message.SetOwner(id, path, user, group));
    }

    /** Returns what is at a path, if anything; of a link, the link itself. */
    public Optional<Facts> stat(TreePath path) throws IOException {
        return find(path).map(RemoteEntry::facts);
    }

    /** The same with its owners, if they are told; of the folder that is served without a name. */
    public Optional<RemoteEntry> find(TreePath path) throws IOException {
        ByteString name = path.isRoot() ? ByteString.EMPTY : ByteString.of(path.name());
        AtomicReference<Message.Owner> owner = new AtomicReference<>(NOBODY);
        try {
            Pending<RemoteEntry> answer =
                    ask(
                            id -> new Message.Stat(id, path),
                            message ->
                                    switch (message) {
                                        case Message.Owner m -> {
                                            owner.set(m);
                                            yield null;
                                        }
                                        case Message.Found m -> entry(name, m.facts(), owner.get());
                                        default -> throw Pending.unexpected(message);
                                    });
            return Optional.of(answer.await());
        } catch (SessionException e) {
            if (e.fault() == Fault.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static RemoteEntry entry(ByteString name, Facts facts, Message.Owner owner) {
        return new RemoteEntry(name, facts, owner.user(), owner.group());
    }

    /** Returns what is in a folder, in no order; what a copy writes is among it. */
    public List<RemoteEntry> list(TreePath path) throws IOException {
        List<RemoteEntry> entries = new ArrayList<>();
        AtomicReference<Message.Owner> owner = new AtomicReference<>(NOBODY);
        return ask(
                        id -> new Message.ListFolder(id, path),
                        message ->
                                switch (message) {
                                    case Message.Owner m -> {
                                        owner.set(m);
                                        yield null;
                                    }
                                    case Message.Listed m -> {
                                        entries.add(entry(m.name(), m.facts(), owner.get()));
                                        yield null;
                                    }
                                    case Message.Done _ -> entries;
                                    default -> throw Pending.unexpected(message);
                                })
                .await();
    }

    /**
     * Asks for part of a file. What comes is put into {@code into} by the connection's thread, and
     * stands there, from its position on, once the answer is complete; until then it isn't touched.
     *
     * @param into with room for 0 bytes to {@link org.urdma4j.copy.message.Limits#CHUNK}
     * @return how many bytes there were; fewer than asked for where the file ends
     */
    public Pending<Integer> read(TreePath path, long offset, ByteBuffer into) throws IOException {
        int length = into.remaining();
        return ask(
                id -> new Message.Read(id, path, offset, length),
                message -> {
                    if (!(message instanceof Message.Part part)
                            || part.data().remaining() > length) {
                        throw Pending.unexpected(message);
                    }
                    int count = part.data().remaining();
                    into.put(into.position(), part.data(), part.data().position(), count);
                    return count;
                });
    }

    /**
     * Asks for the checksums of part of a file.
     *
     * @param length 0 to {@link org.urdma4j.copy.message.Limits#SUMMED}
     */
    public Message.Checksummed checksum(TreePath path, long offset, int length) throws IOException {
        Pending<Message.Checksummed> answer =
                ask(
                        id -> new Message.Checksum(id, path, offset, length),
                        message -> {
                            if (message instanceof Message.Checksummed m && m.length() <= length) {
                                return m;
                            }
                            throw Pending.unexpected(message);
                        });
        return answer.await();
    }

    /** Makes a folder, in one that is there. */
    public void makeFolder(TreePath path, int permissions) throws IOException {
        perform(id -> new Message.MakeFolder(id, path, permissions));
    }

    /** Removes a file, a link, or a folder that is empty. */
    public void remove(TreePath path) throws IOException {
        perform(id -> new Message.Remove(id, path));
    }

    /** Removes what is in a folder, which itself stays. */
    public void removeContents(TreePath path) throws IOException {
        perform(id -> new Message.RemoveRest(id, path, List.of(), false));
    }

    /** Gives something a name that nothing has; one that is taken is refused in the same moment. */
    public void move(TreePath from, TreePath to) throws IOException {
        perform(id -> new Message.Move(id, from, to));
    }

    /** Sets permissions of a file or folder, 0 to 01777. */
    public void setPermissions(TreePath path, int permissions) throws IOException {
        Attributes attributes = new Attributes(permissions, 0, 0);
        perform(id -> new Message.SetAttributes(id, path, true, false, attributes));
    }

    /** Sets the time of modification of a file or folder. */
    public void setModified(TreePath path, long seconds, int nanos) throws IOException {
        Attributes attributes = new Attributes(0, seconds, nanos);
        perform(id -> new Message.SetAttributes(id, path, false, true, attributes));
    }

    /**
     * Begins a file that has its name once it is whole.
     *
     * @param permissions 0 to 0777
     * @param replace whether it may take the place of a file
     * @throws SessionException EXISTS, IS_DIRECTORY, NOT_FOUND if its folder isn't there, ...
     */
    public RemoteWriter create(TreePath path, int permissions, boolean replace) throws IOException {
        int id = nextId();
        var _ = askWhetherDone(id, i -> new Message.Create(i, path, permissions, replace)).await();
        return new RemoteWriter(this, stream, id, path);
    }

    Pending<Boolean> commit(int id) throws IOException {
        return askWhetherDone(id, Message.Commit::new);
    }

    /** Why the connection has ended, null while it hasn't. */
    IOException failure() {
        return failure;
    }

    @Override
    public void close() throws IOException {
        over.countDown();
        stream.close();
    }
}
