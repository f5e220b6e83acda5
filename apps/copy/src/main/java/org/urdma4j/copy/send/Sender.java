package org.urdma4j.copy.send;

import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.message.MalformedMessageException;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.message.PassOptions;
import org.urdma4j.copy.pass.Chunks;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.pass.SessionException;
import org.urdma4j.copy.read.ReadAhead;
import org.urdma4j.copy.read.ReadRequest;
import org.urdma4j.copy.scan.Entry;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.FileHandle;
import org.urdma4j.copy.tree.MemoryBudget;
import org.urdma4j.copy.wire.MessageStream;
import org.urdma4j.transport.port.SystemClock;

import java.io.EOFException;
import java.io.IOException;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The end of a pass that has the files. {@link #run} returns when all was answered. What becomes of
 * each file the listener is told; only what ends the whole pass is thrown.
 */
public final class Sender {
    /** How often a file that changes is tried in all. */
    private static final int TRIES = 3;

    /** How often a file that another copy writes is tried: it may be one that was killed. */
    private static final int IN_USE_TRIES = 30;

    private static final long IN_USE_MS = 500;

    private static final int CHUNKS_AHEAD = 12;
    private static final int READERS = 2;

    private final Plan plan;
    private final MessageStream stream;
    private final PassListener listener;
    private final Outstanding outstanding = new Outstanding();
    private final HardLinks links;
    private final Offerer offerer;
    private final ReadAhead reads;
    private final Transmitter transmitter;
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    /** Numbers of files that were to be offered again and can't be, until the peer has said so. */
    private final Set<Integer> given = ConcurrentHashMap.newKeySet();

    /** Null if this connection sends its files alone. */
    private final Sharing sharing;

    /** Files that all connections send, by the number of their offer over this one. */
    private final Map<Integer, Sharing.SharedFile> shared = new ConcurrentHashMap<>();

    /** What of such files goes over this connection, and wasn't answered. */
    private final Map<Integer, Sharing.SharedFile> ranges = new ConcurrentHashMap<>();

    private final DelayQueue<Again> again = new DelayQueue<>();
    private boolean counted;
    private boolean allDone;

    /**
     * @param stream no other pass goes over it meanwhile
     * @param memory for what is remembered of files with several names
     * @param sharing what all connections of the pass have in common, if they send long files
     *     together, else null; this is the connection of the plan's part
     */
    public Sender(
            Plan plan,
            MessageStream stream,
            PassListener listener,
            MemoryBudget memory,
            Sharing sharing) {
        this.sharing = sharing;
        this.plan = plan;
        this.stream = stream;
        this.listener = listener;
        links = new HardLinks(memory);
        offerer = new Offerer(plan, stream, outstanding, links, this::lost, listener);
        reads = new ReadAhead(plan.root(), Limits.CHUNK, CHUNKS_AHEAD, READERS);
        transmitter = new Transmitter(reads, stream, listener, () -> sharing.onSent(plan.part()));
    }

    /** A part that runs in a thread of its own. */
    private interface Part {
        void run() throws IOException, InterruptedException;
    }

    private Thread start(String name, Part part) {
        return Thread.ofPlatform()
                .daemon()
                .name("copy-" + name)
                .start(() -> {
                    try {
                        part.run();
                    } catch (IOException | InterruptedException | RuntimeException e) {
                        fail(e);
                    } catch (Error e) {
                        fail(new IOException("can't go on: " + e, e));
                    }
                });
    }

    /** Remembers what went wrong first, and wakes whoever waits for the peer. */
    private void fail(Exception e) {
        if (failure.compareAndSet(null, e)) {
            try {
                stream.close();
            } catch (IOException _) {
                // what went wrong first is what is told
            }
        }
    }

    /**
     * Runs the pass.
     *
     * @throws SessionException if the peer refuses it, or has no room
     * @throws IOException if the connection ends
     */
    public void run() throws IOException, InterruptedException {
        int totalId = outstanding.nextId();
        Thread offers = start("offer", () -> offerer.walk(totalId));
        Thread sends = start("send", transmitter::run);
        Thread retries = start("again", this::offerAgain);
        int doneId = outstanding.nextId();
        Thread shares = start("share", () -> share(doneId));
        boolean done = false;
        try {
            answers(totalId, doneId);
            done = true;
        } catch (IOException e) {
            throw failure.get() instanceof IOException first ? first : e;
        } finally {
            shared.values().forEach(file -> sharing.remove(file));
            reads.end();
            if (!done) {
                stop(offers, sends, retries, shares);
            }
            again.add(new Again(0, null, false, SystemClock.nowNs()));
            offers.join();
            sends.join();
            retries.join();
            shares.join();
            reads.close();
            links.close();
        }
        stream.sendNow(new Message.Over());
    }

    private void stop(Thread offers, Thread sends, Thread retries, Thread shares) {
        try {
            stream.close();
        } catch (IOException _) {
            // what ended the pass is what is told
        }
        offers.interrupt();
        reads.close();
        sends.interrupt();
        retries.interrupt();
        shares.interrupt();
    }

    private void answers(int totalId, int doneId) throws IOException, InterruptedException {
        while (!isOver()) {
            Message message = stream.receive();
            if (message == null) {
                throw new EOFException("the peer has ended the copy");
            }
            switch (message) {
                case Message.Ping _ -> {}
                case Message.Want m -> want(m);
                case Message.Same m -> {
                    Offered one = outstanding.take(m.id());
                    if (one != null) {
                        listener.onSame(one.target(), one.size());
                        outstanding.leave(one);
                        linkTo(one);
                    }
                }
                case Message.Removed m -> listener.onRemoved(m.path());
                case Message.Done m when m.id() == totalId -> counted = true;
                case Message.Done m when m.id() == doneId -> allDone = true;
                case Message.Done m -> done(m.id());
                case Message.Failed m -> failed(m);
                default -> throw new MalformedMessageException("no answer: " + message);
            }
        }
    }

    private boolean isOver() {
        boolean own = counted && outstanding.isEmpty();
        if (own && sharing != null) {
            sharing.onDone(plan.part());
            return allDone && ranges.isEmpty();
        }
        return own;
    }

    /**
     * Sends over this connection what is to be sent over all of them, until nothing more is; then
     * has the peer answer.
     */
    private void share(int doneId) throws IOException, InterruptedException {
        if (sharing == null) {
            return;
        }
        for (Sharing.Step next = step(); next != null; next = step()) {
            switch (next) {
                case Sharing.Range range -> {
                    int id = outstanding.nextId();
                    ranges.put(id, range.file());
                    stream.send(new Message.Lend(id, range.file().part(), range.file().id()));
                    transmitter.submit(range.request(id));
                }
                case Sharing.Rest _ -> offerer.ask(outstanding.nextId());
                case Sharing.End end -> stream.sendNow(new Message.End(end.file().id()));
            }
        }
        offerer.ask(doneId);
    }

    /** Tells the peer why another connection has ended: the answer to that may come later. */
    private Sharing.Step step() throws IOException, InterruptedException {
        try {
            return sharing.next(plan.part());
        } catch (SessionException e) {
            stream.sendNow(new Message.Failed(0, e.fault(), e.getMessage()));
            throw e;
        }
    }

    private void want(Message.Want m) throws IOException, InterruptedException {
        Offered one = outstanding.get(m.id());
        if (one == null) {
            return;
        }
        BitSet have = Chunks.set(m.have(), one.size());
        listener.onWanted(one.target(), one.size(), Chunks.bytes(have, one.size()));
        if (shared.containsKey(m.id())) {
            throw new MalformedMessageException("a file is wanted twice");
        }
        if (sharing != null && Sharing.isWorthwhile(one.size(), have)) {
            shareOut(m.id(), one.entry(), have);
        } else if (plan.options().kind() == PassOptions.Kind.COPY) {
            transmitter.submit(
                    new ReadRequest(one.entry().path(), one.entry().stat(), have, m.id()));
        } else {
            outstanding.leave(outstanding.take(m.id()));
            linkTo(one);
        }
    }

    /** Has all connections send a file that is wanted over this one. */
    private void shareOut(int id, Entry entry, BitSet have) throws IOException {
        try {
            FileHandle open = plan.root().openFile(entry.path());
            shared.put(id, sharing.add(plan.part(), id, entry, open, have));
        } catch (DiskException e) {
            stream.sendNow(new Message.Abandon(id, Fault.of(e.kind()), e.getMessage()));
        }
    }

    private void done(int id) {
        Sharing.SharedFile file = ranges.remove(id);
        if (file != null) {
            sharing.onArrived(file);
            return;
        }
        forget(id);
        if (given.remove(id)) {
            var _ = outstanding.take(id);
            return;
        }
        Offered one = outstanding.take(id);
        if (one != null) {
            listener.onDone(one.target());
            outstanding.leave(one);
            linkTo(one);
        }
    }

    /** Nothing more of a file is sent, if it is one that all connections send. */
    private void forget(int id) {
        Sharing.SharedFile file = shared.remove(id);
        if (file != null) {
            sharing.remove(file);
        }
    }

    /** Has the further names of a file linked to it. */
    private void linkTo(Offered one) {
        links.there(one)
                .forEach((id, name) -> again.add(new Again(id, name, true, SystemClock.nowNs())));
    }

    /** Has another name of a file offered. */
    private void lost(Offered one) {
        links.lost(one)
                .forEach((id, name) -> again.add(new Again(id, name, false, SystemClock.nowNs())));
    }

    private void failed(Message.Failed m) throws IOException {
        boolean all = m.id() == 0 || m.fault() == Fault.NO_SPACE;
        if (all) {
            throw new SessionException(m.fault(), m.text());
        }
        Sharing.SharedFile file = ranges.remove(m.id());
        if (file != null) {
            sharing.onFailed(file);
            return;
        }
        forget(m.id());
        Offered one = outstanding.take(m.id());
        if (one != null && one.linked()) {
            later(m.id(), one, 0); // a file of its own, if the target has no such names
            return;
        }
        if (one != null && m.fault() == Fault.IN_USE && one.tries() + 1 < IN_USE_TRIES) {
            if (one.tries() == 0) {
                listener.onInUse(one.target());
            }
            later(m.id(), one, IN_USE_MS);
            return;
        }
        if (one != null && isTransient(m.fault()) && one.tries() + 1 < TRIES) {
            listener.onAgain(one.target());
            later(m.id(), one, 0);
            return;
        }
        if (one != null) {
            outstanding.leave(one);
            lost(one);
        }
        listener.onFailed(m.fault(), m.text());
        if (isTransient(m.fault()) || m.fault() == Fault.IN_USE) {
            // the receiver hasn't told of it, since it might have come right
            stream.sendNow(new Message.Skipped(m.fault(), m.text()));
        }
    }

    /** Offers a file again in a while; until then it counts as not answered. */
    private void later(int id, Offered one, long delayMs) {
        outstanding.put(id, one);
        long due = SystemClock.nowNs() + TimeUnit.MILLISECONDS.toNanos(delayMs);
        again.add(new Again(id, one, false, due));
    }

    /** Offers again what is due, one file after the other. */
    private void offerAgain() throws IOException, InterruptedException {
        for (Again next = again.take(); next.one != null; next = again.take()) {
            boolean offered =
                    next.link ? offerer.link(next.id, next.one) : offerer.again(next.id, next.one);
            if (!offered) {
                given.add(next.id);
                offerer.ask(next.id);
            }
        }
    }

    /** A file that is offered again or linked, and when; without one, the end. */
    private record Again(int id, Offered one, boolean link, long dueNs) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(dueNs - SystemClock.nowNs(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(
                    getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }

    private static boolean isTransient(Fault fault) {
        return fault == Fault.CHANGED || fault == Fault.CORRUPT;
    }
}
