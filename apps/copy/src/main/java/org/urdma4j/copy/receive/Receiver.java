package org.urdma4j.copy.receive;

import org.urdma4j.copy.message.Facts;
import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.message.MalformedMessageException;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.message.PassOptions;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.pass.SessionException;
import org.urdma4j.copy.scan.SeenPaths;
import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.Metadata;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.wire.MessageStream;
import org.urdma4j.copy.write.Difference;

import java.io.EOFException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The end of a pass that files are written at. {@link #run} returns when the sender says that it is
 * over. What becomes of each file the sender is told, and the listener.
 */
public final class Receiver {
    /** Descriptions of what hasn't come yet. */
    private static final int MOST_DESCRIBED = 8;

    private final MessageStream stream;
    private final Target target;
    private final PassOptions options;
    private final SeenPaths kept;
    private final PassListener listener;
    private final Comparison comparison;
    private final Obstacles obstacles;
    private final Arrivals arrivals;
    private final Map<Integer, Metadata> described = new HashMap<>();

    /**
     * @param target where paths of the sender begin
     * @param kept told of what isn't to be removed
     * @param lent files of all connections of the copy, of which this is {@code part}
     */
    public Receiver(
            MessageStream stream,
            Target target,
            PassOptions options,
            SeenPaths kept,
            PassListener listener,
            LentFiles lent,
            int part) {
        this.stream = stream;
        this.target = target;
        this.options = options;
        this.kept = kept;
        this.listener = listener;
        comparison = new Comparison(target, options);
        obstacles = new Obstacles(target, options, stream, listener);
        arrivals = new Arrivals(target, obstacles, listener, lent, part);
    }

    /**
     * Runs the pass.
     *
     * @throws IOException if the connection ends, or the sender does what it must not
     */
    public void run() throws IOException {
        try (arrivals) {
            while (true) {
                if (!stream.isReady()) {
                    stream.flush();
                }
                Message message = stream.receive();
                if (message == null) {
                    throw new EOFException("the peer has ended the copy");
                }
                if (message instanceof Message.Over) {
                    return;
                }
                take(message);
            }
        }
    }

    private void take(Message message) throws IOException {
        switch (message) {
            case Message.Ping _ -> {}
            case Message.Folder m -> attempt(m.id(), () -> folder(m));
            case Message.Link m -> attempt(m.id(), () -> link(m));
            case Message.Offer m -> attempt(m.id(), () -> offer(m));
            case Message.Whole m -> attempt(m.id(), () -> end(m.id(), arrivals.whole(m)));
            case Message.Described m -> described(m);
            case Message.Account m ->
                    target.tree().learn(m.group(), m.number(), m.name().toBytes());
            case Message.HardLink m -> hardLink(m);
            case Message.Chunk m -> attempt(m.id(), () -> arrivals.chunk(m));
            case Message.Hole m -> attempt(m.id(), () -> arrivals.hole(m));
            case Message.Lend m -> lend(m);
            case Message.End m when arrivals.giveBack(m.id()) ->
                    stream.send(new Message.Done(m.id()));
            case Message.End m -> attempt(m.id(), () -> end(m));
            case Message.Abandon m -> attempt(m.id(), () -> abandon(m));
            case Message.Keep m -> keep(m);
            case Message.Skipped m -> listener.onFailed(m.fault(), m.text());
            case Message.Total m -> stream.send(new Message.Done(m.id()));
            case Message.Failed m -> throw new SessionException(m.fault(), m.text());
            default -> throw new MalformedMessageException("not part of a pass: " + message);
        }
    }

    /** A sender says it right before what it is of; another of its threads may come between. */
    private void described(Message.Described m) throws MalformedMessageException {
        if (described.size() >= MOST_DESCRIBED) {
            throw new MalformedMessageException("more is described than comes");
        }
        described.put(m.id(), target.tree().here(m.metadata()));
    }

    private Attributes attributes(int id, Attributes sent) {
        Metadata metadata = described.remove(id);
        return metadata == null ? sent : sent.with(metadata);
    }

    private void keep(Message.Keep m) throws IOException {
        if (!kept.tryAdd(target.at(m.path()))) {
            throw new SessionException(
                    Fault.LIMIT,
                    "there is no memory for the names of so many files; nothing was removed");
        }
    }

    /** What may fail for one file alone. */
    private interface Step {
        void run() throws IOException;
    }

    private void attempt(int id, Step step) throws IOException {
        try {
            step.run();
        } catch (DiskException e) {
            fail(id, Fault.of(e.kind()), e.getMessage());
        } catch (SessionException e) {
            stream.sendNow(new Message.Failed(id, e.fault(), e.getMessage()));
            throw e;
        }
    }

    private void fail(int id, Fault fault, String text) throws IOException {
        arrivals.fail(new Message.Abandon(id, fault, text), true);
        arrivals.drop(id);
        boolean again = fault == Fault.CHANGED || fault == Fault.CORRUPT || fault == Fault.IN_USE;
        if (!again) {
            listener.onFailed(fault, text);
        }
        stream.send(new Message.Failed(id, fault, text));
    }

    private void folder(Message.Folder m) throws IOException {
        Attributes attributes = attributes(m.id(), m.attributes());
        TreePath path = target.at(m.path());
        if (options.kind() == PassOptions.Kind.COPY && !path.isRoot()) {
            try {
                target.tree().makeDirectory(path, attributes);
            } catch (DiskException e) {
                if (e.kind() != DiskException.Kind.EXISTS
                        && e.kind() != DiskException.Kind.IS_DIRECTORY) {
                    throw e;
                }
                // another connection of the same copy has just made it
                target.tree().makeDirectory(path, attributes);
            }
        }
    }

    private void link(Message.Link m) throws IOException {
        Facts facts = m.facts().with(attributes(m.id(), m.facts().attributes()));
        TreePath path = target.at(m.path());
        listener.onFound(0);
        if (facts.type() != FileType.SYMLINK) {
            throw new MalformedMessageException("a link that is none");
        }
        Difference difference = comparison.of(path, facts, m.target().toBytes());
        if (difference == Difference.NONE || difference == Difference.ATTRIBUTES) {
            if (difference == Difference.ATTRIBUTES && !facts.attributes().metadata().isNone()) {
                target.tree().setAttributes(path, FileType.SYMLINK, facts.attributes());
            }
            listener.onSame(path, 0);
            stream.send(new Message.Same(m.id()));
            return;
        }
        obstacles.clear(path);
        listener.onWanted(path, 0, 0);
        if (options.kind() == PassOptions.Kind.COPY) {
            target.tree().writeLink(path, facts.attributes(), m.target().toBytes());
            listener.onDone(path);
            stream.send(new Message.Done(m.id()));
        } else {
            stream.send(new Message.Want(m.id(), List.of()));
        }
    }

    private void offer(Message.Offer m) throws IOException {
        Facts facts = m.facts().with(attributes(m.id(), m.facts().attributes()));
        TreePath path = target.at(m.path());
        if (facts.type() != FileType.FILE) {
            throw new MalformedMessageException("an offer of what is no file");
        }
        listener.onFound(facts.size());
        Difference difference = comparison.of(path, facts, m.sha256());
        if (difference == Difference.TYPE) {
            obstacles.check(path);
        }
        boolean copies = options.kind() == PassOptions.Kind.COPY;
        if (difference == Difference.NONE || difference == Difference.ATTRIBUTES) {
            if (copies && difference == Difference.ATTRIBUTES) {
                target.tree().setAttributes(path, FileType.FILE, facts.attributes());
            }
            listener.onSame(path, facts.size());
            stream.send(new Message.Same(m.id()));
        } else if (copies) {
            stream.send(new Message.Want(m.id(), arrivals.expect(m, facts, path, difference)));
        } else {
            obstacles.clear(path);
            listener.onWanted(path, facts.size(), 0);
            stream.send(new Message.Want(m.id(), List.of()));
        }
    }

    /** Where it can't be, the sender is told alone, and sends the file. */
    private void hardLink(Message.HardLink m) throws IOException {
        if (!target.tree().keepsHardLinks()) {
            throw new MalformedMessageException("a hard link, and none are kept");
        }
        boolean copies = options.kind() == PassOptions.Kind.COPY;
        try {
            TreePath path = target.at(m.path());
            TreePath file = target.at(m.to());
            boolean same = target.tree().isSameFile(path, file);
            if (!same) {
                obstacles.clear(path);
            }
            if (!same && copies) {
                target.tree().writeHardLink(path, file);
            }
            listener.onFound(0);
            if (same) {
                listener.onSame(path, 0);
                stream.send(new Message.Same(m.id()));
                return;
            }
            listener.onWanted(path, 0, 0);
            if (copies) {
                listener.onDone(path);
            }
            stream.send(copies ? new Message.Done(m.id()) : new Message.Want(m.id(), List.of()));
        } catch (DiskException e) {
            stream.send(new Message.Failed(m.id(), Fault.of(e.kind()), e.getMessage()));
        }
    }

    private void lend(Message.Lend m) throws IOException {
        if (!arrivals.lend(m)) {
            // the sender has been told why, over the connection that the file came to
            stream.send(new Message.Failed(m.id(), Fault.CHANGED, "a file is given up"));
        }
    }

    /** Others may have failed to bring a part of it. */
    private void end(Message.End m) throws IOException {
        Message.Abandon failure = arrivals.failure(m.id());
        if (failure == null) {
            end(m.id(), arrivals.end(m.id()));
        } else if (arrivals.failedHere(m.id())) {
            fail(m.id(), failure.fault(), failure.text());
        } else {
            abandon(new Message.Abandon(m.id(), failure.fault(), failure.text()));
        }
    }

    private void end(int id, TreePath path) throws IOException {
        if (path != null) {
            listener.onDone(path);
            stream.send(new Message.Done(id));
        }
    }

    private void abandon(Message.Abandon m) throws IOException {
        arrivals.fail(m, false);
        if (arrivals.giveBack(m.id())) {
            stream.send(new Message.Failed(m.id(), m.fault(), m.text()));
            return;
        }
        TreePath path = arrivals.abandon(m.id());
        if (path != null) {
            if (m.fault() == Fault.CHANGED) {
                listener.onAgain(path);
            }
            fail(m.id(), m.fault(), m.text());
        }
    }
}
