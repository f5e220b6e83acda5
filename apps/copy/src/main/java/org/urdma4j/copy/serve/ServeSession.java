package org.urdma4j.copy.serve;

import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.message.MalformedMessageException;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.message.PassOptions;
import org.urdma4j.copy.message.Version;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.pass.SessionException;
import org.urdma4j.copy.receive.LentFiles;
import org.urdma4j.copy.receive.Receiver;
import org.urdma4j.copy.receive.Room;
import org.urdma4j.copy.receive.Target;
import org.urdma4j.copy.scan.Excludes;
import org.urdma4j.copy.scan.SeenPaths;
import org.urdma4j.copy.scan.SurplusScan;
import org.urdma4j.copy.send.Listed;
import org.urdma4j.copy.send.Plan;
import org.urdma4j.copy.send.Sender;
import org.urdma4j.copy.send.Sharing;
import org.urdma4j.copy.send.Source;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.MemoryBudget;
import org.urdma4j.copy.tree.Preserve;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.wire.MessageStream;
import org.urdma4j.copy.write.TargetTree;
import org.urdma4j.copy.write.WriteOptions;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** One connection of a client, from its {@link Message.Hello} to its end. On one thread. */
final class ServeSession {
    private final Root root;
    private final MessageStream stream;
    private final ServeOptions options;
    private final PassListener listener;
    private final RandomGenerator random;
    private final FileRequests requests;
    private final NewFiles newFiles;
    private final MemoryBudget memory;
    private final Room room;
    private final Copies copies;
    private final SeenPaths kept;
    private final List<Listed> listed = new ArrayList<>();
    private long listedBytes;
    private TargetTree tree;
    private Preserve preserve = Preserve.NONE;
    private Copies.Member member;

    /** What all connections of a server have in common. */
    record Shared(Root root, ServeOptions options, MemoryBudget memory, Room room, Copies copies) {}

    ServeSession(
            Shared shared, MessageStream stream, PassListener listener, RandomGenerator random) {
        root = shared.root;
        this.stream = stream;
        options = shared.options;
        this.listener = listener;
        this.random = random;
        memory = shared.memory;
        room = shared.room;
        kept = new SeenPaths(memory);
        requests = new FileRequests(root, stream, options, listener);
        copies = shared.copies;
        newFiles = new NewFiles(root, stream, options.readOnly(), listener, random);
    }

    /** Serves until the client ends the connection. */
    void run() throws IOException, InterruptedException {
        IOException why = new IOException("another connection of the same copy has ended");
        try {
            if (!(stream.receive() instanceof Message.Hello hello)) {
                throw new MalformedMessageException("it doesn't begin as a copy does");
            }
            if (hello.version() != Version.CURRENT) {
                String text =
                        "this server speaks version %d, not %d: use the same urdma at both ends"
                                .formatted(Version.CURRENT, hello.version());
                throw new SessionException(Fault.UNSUPPORTED, text);
            }
            stream.sendNow(new Message.Welcome(Version.CURRENT, options.readOnly()));
            serve();
        } catch (SessionException | DiskException | MalformedMessageException e) {
            Fault fault =
                    switch (e) {
                        case SessionException known -> known.fault();
                        case DiskException disk -> Fault.of(disk.kind());
                        default -> Fault.OTHER;
                    };
            why = new SessionException(fault, e.getMessage());
            try {
                stream.sendNow(new Message.Failed(0, fault, e.getMessage()));
            } catch (IOException _) {
                // what ended it is what is told
            }
            throw e;
        } finally {
            if (member != null) {
                copies.leave(member, why);
            }
            newFiles.close();
            kept.close();
            forget();
            if (tree != null) {
                tree.close();
            }
        }
    }

    private void serve() throws IOException, InterruptedException {
        while (true) {
            if (!stream.isReady()) {
                stream.flush();
            }
            Message message = stream.receive();
            if (message == null) {
                return;
            }
            if (message instanceof Message.Pull pull) {
                send(pull);
            } else if (message instanceof Message.Push push) {
                receive(push.options());
            } else {
                request(message);
            }
        }
    }

    private void request(Message message) throws IOException {
        switch (message) {
            case Message.Ping _ -> {}
            case Message.Select m -> select(m);
            case Message.SetPreserve m -> setPreserve(m);
            case Message.Join m -> join(m);
            case Message.Finish m -> finish(m);
            case Message.RemoveRest m -> removeRest(m);
            default -> {
                if (!requests.handle(message) && !newFiles.handle(message)) {
                    throw new MalformedMessageException("not expected now: " + message);
                }
            }
        }
    }

    private void setPreserve(Message.SetPreserve m) throws IOException {
        if (tree != null) {
            throw new MalformedMessageException("what is kept is said after a pass");
        }
        preserve = m.preserve();
        Preserve here = options.privileged() ? preserve : preserve.withoutOwner();
        stream.send(new Message.Preserved(m.id(), here));
    }

    private void join(Message.Join m) throws IOException {
        if (member != null) {
            throw new MalformedMessageException("a connection joins a second copy");
        }
        member = copies.join(m);
        stream.send(new Message.Done(m.id()));
    }

    private void mustWrite() throws SessionException {
        if (options.readOnly()) {
            throw new SessionException(Fault.READ_ONLY, "this server is read-only");
        }
    }

    private void send(Message.Pull m) throws IOException, InterruptedException {
        Excludes excludes = excludes(m.excludes());
        List<Source> sources = List.of(new Source(m.path(), TreePath.ROOT));
        List<Listed> some = listed.isEmpty() ? null : listed;
        Plan plan =
                new Plan(root, sources, excludes, m.options(), m.part(), m.parts(), some, preserve);
        Sharing sharing =
                member == null || m.options().kind() != PassOptions.Kind.COPY
                        ? null
                        : member.begin(m.part(), m.parts());
        new Sender(plan, stream, listener, memory, sharing).run();
        forget();
    }

    private void select(Message.Select m) throws IOException {
        long bytes = Listed.memory(m);
        if (!memory.tryTake(bytes)) {
            throw new SessionException(
                    Fault.LIMIT, "there is no memory for a list of so many files");
        }
        listedBytes += bytes;
        Listed.read(m, listed);
    }

    private void forget() {
        memory.give(listedBytes);
        listedBytes = 0;
        listed.clear();
    }

    private static Excludes excludes(List<ByteString> globs) throws DiskException {
        return Excludes.of(globs.stream().map(ByteString::toBytes).toList());
    }

    private void receive(PassOptions pass) throws IOException {
        if (pass.kind() == PassOptions.Kind.COPY) {
            mustWrite();
        }
        Target target = new Target(root, tree(pass), TreePath.ROOT, room);
        LentFiles lent = member == null ? new LentFiles() : member.lent();
        int part = member == null ? 0 : member.part();
        new Receiver(stream, target, pass, kept, listener, lent, part).run();
    }

    private TargetTree tree(PassOptions pass) {
        if (tree == null) {
            WriteOptions write =
                    new WriteOptions(false, pass.resume(), preserve, options.privileged(), random);
            tree = new TargetTree(root, write, memory);
        }
        return tree;
    }

    private void finish(Message.Finish m) throws IOException {
        if (tree != null) {
            tree.finish(this::skip);
        }
        stream.send(new Message.Done(m.id()));
    }

    private void skip(DiskException e) {
        try {
            stream.send(new Message.Skipped(Fault.of(e.kind()), e.getMessage()));
        } catch (IOException _) {
            // the answer meets it again
        }
    }

    private void removeRest(Message.RemoveRest m) throws IOException {
        if (!m.dryRun()) {
            mustWrite();
        }
        if (m.dryRun() && !root.isDirectory(m.path())) {
            stream.send(new Message.Done(m.id())); // a copy would make it first, with nothing in it
            return;
        }
        TargetTree removes = tree(new PassOptions(PassOptions.Kind.COPY, false, true));
        SurplusScan surplus =
                new SurplusScan(root, m.path(), excludes(m.excludes()), kept, this::tellSkipped);
        for (TreePath path = surplus.next(); path != null; path = surplus.next()) {
            try {
                if (!m.dryRun()) {
                    removes.remove(path);
                }
                stream.send(new Message.Removed(path));
            } catch (DiskException e) {
                surplus.stays();
                tellSkipped(e);
            }
        }
        stream.send(new Message.Done(m.id()));
    }

    private void tellSkipped(DiskException e) {
        Fault fault = Fault.of(e.kind());
        listener.onFailed(fault, e.getMessage());
        try {
            stream.send(new Message.Skipped(fault, e.getMessage()));
        } catch (IOException _) {
            // the next message meets it again
        }
    }
}
