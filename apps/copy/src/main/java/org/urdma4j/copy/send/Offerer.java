package org.urdma4j.copy.send;

import org.urdma4j.copy.digest.Checksums;
import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.Facts;
import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.message.PassOptions;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.scan.Entry;
import org.urdma4j.copy.scan.TreeScan;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.FileHandle;
import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.wire.MessageStream;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Walks the trees of a plan and offers what is there. One thread walks; another may offer again.
 */
final class Offerer {
    /** So many offers leave together at the latest. */
    private static final int TOGETHER = 64;

    private final Plan plan;
    private final MessageStream stream;
    private final Outstanding outstanding;
    private final PassListener listener;
    private final HardLinks links;
    private final Consumer<Offered> lost;
    private final Describer describer;
    private boolean crowded;
    private long files;
    private long bytes;
    private int unsent;

    /**
     * @param lost told of each that can't be offered, or is another file than it was
     */
    Offerer(
            Plan plan,
            MessageStream stream,
            Outstanding outstanding,
            HardLinks links,
            Consumer<Offered> lost,
            PassListener listener) {
        this.plan = plan;
        this.stream = stream;
        this.outstanding = outstanding;
        this.listener = listener;
        this.links = links;
        this.lost = lost;
        describer = new Describer(plan, stream);
    }

    /**
     * Offers everything, then says how much it was.
     *
     * @param totalId of {@link Message.Total}
     */
    void walk(int totalId) throws IOException, InterruptedException {
        for (Source source : plan.sources()) {
            if (plan.listed() == null) {
                walk(source, source.start(), true);
            } else {
                walkListed(source);
            }
        }
        stream.sendNow(new Message.Total(totalId, files, bytes));
    }

    private void walk(Source source, TreePath start, boolean whole)
            throws IOException, InterruptedException {
        try (TreeScan scan = new TreeScan(plan.root(), start, plan.excludes(), this::skip)) {
            for (Entry entry = scan.next(); entry != null; entry = whole ? scan.next() : null) {
                TreePath target = targetOf(source, entry);
                if (target != null) {
                    take(entry, target);
                }
            }
        } catch (DiskException e) {
            skip(e);
        }
    }

    /** Offers what is listed, and before it the folders that it is in, if they weren't just now. */
    private void walkListed(Source source) throws IOException, InterruptedException {
        TreePath before = null;
        for (Listed one : plan.listed()) {
            try {
                Deque<TreePath> folders = new ArrayDeque<>();
                TreePath at = one.path();
                while (!at.isRoot()) {
                    at = at.parent();
                    if (before == null || !before.isWithin(at) || before.equals(at)) {
                        folders.push(at);
                    }
                }
                for (TreePath folder : folders) {
                    takeFolder(source, source.start().resolve(folder));
                }
                walk(source, source.start().resolve(one.path()), one.whole());
                before = one.path();
            } catch (DiskException e) {
                skip(e);
            }
        }
    }

    /** Sends what a path leads to, if that is a folder; what is below says itself what is wrong. */
    private void takeFolder(Source source, TreePath path) throws IOException, InterruptedException {
        Optional<FileStat> stat;
        try {
            stat = plan.root().stat(path);
        } catch (DiskException _) {
            return;
        }
        if (stat.isPresent() && stat.get().type() == FileType.DIRECTORY) {
            take(new Entry(path, stat.get(), null), source.targetOf(path));
        }
    }

    /** Returns null, and has said so, if what is in a folder gets too long a path by its target. */
    private TreePath targetOf(Source source, Entry entry) {
        try {
            return source.targetOf(entry.path());
        } catch (DiskException e) {
            skip(e.about(entry.path()));
            return null;
        }
    }

    private void skip(DiskException e) {
        Fault fault = Fault.of(e.kind());
        listener.onFailed(fault, e.getMessage());
        try {
            stream.send(new Message.Skipped(fault, e.getMessage()));
        } catch (IOException _) {
            // the walk meets it again with the next offer
        }
    }

    private void take(Entry entry, TreePath target) throws IOException, InterruptedException {
        boolean folder = entry.stat().type() == FileType.DIRECTORY;
        if (plan.options().kind() == PassOptions.Kind.KEEP) {
            // what can't be copied is there all the same: nothing of its name is surplus
            send(new Message.Keep(target));
        } else if (entry.stat().type() == FileType.SPECIAL) {
            if (plan.isMine(entry.stat(), target)) {
                skip(new DiskException(DiskException.Kind.SPECIAL, entry.path()));
            }
        } else if (folder) {
            takeFolder(entry, target);
        } else if (plan.isMine(entry.stat(), target)) {
            Offered one = new Offered(entry, target, 0, isFurther(entry, target));
            files++;
            bytes += one.size();
            listener.onFound(one.size());
            if (!outstanding.tryEnter(one)) {
                stream.flush();
                outstanding.enter(one);
            }
            if (one.linked()) {
                takeFurther(one);
            } else {
                var _ = offer(one, 0);
            }
        }
    }

    private void takeFolder(Entry entry, TreePath target) throws IOException {
        int id = outstanding.nextId();
        try {
            describer.describe(id, entry);
        } catch (DiskException e) {
            skip(e);
        }
        send(new Message.Folder(id, target, entry.stat().attributes()));
    }

    /** Returns whether another name of the same file was met before. */
    private boolean isFurther(Entry entry, TreePath target) {
        if (!plan.isLinked(entry.stat())) {
            return false;
        }
        Optional<Boolean> first = links.isFirst(new Offered(entry, target, 0));
        if (first.isEmpty() && !crowded) {
            crowded = true;
            skip(
                    new DiskException(
                            DiskException.Kind.LIMIT,
                            entry.path(),
                            "is copied apart from its other names, and so are others: there is no"
                                    + " memory for more of them"));
        }
        return first.isPresent() && !first.get();
    }

    private void takeFurther(Offered one) throws IOException, InterruptedException {
        int id = outstanding.nextId();
        outstanding.put(id, one);
        switch (links.turn(id, one)) {
            case WAIT -> {}
            case LINK -> send(new Message.HardLink(id, one.target(), links.first(one)));
            case LEAD -> {
                outstanding.exchange(one, one.alone());
                var _ = offer(one.alone(), id);
            }
        }
    }

    /**
     * Has a name linked to a file that is there, if it still is a name of that; otherwise it is
     * offered.
     *
     * @return as {@link #again}
     */
    boolean link(int id, Offered one) throws IOException, InterruptedException {
        Optional<FileStat> stat;
        try {
            stat = plan.root().stat(one.entry().path());
        } catch (DiskException _) {
            stat = Optional.empty();
        }
        if (stat.isEmpty() || !stat.get().isSameFile(one.entry().stat())) {
            return again(id, one);
        }
        int next = outstanding.nextId();
        outstanding.put(next, one);
        var _ = outstanding.take(id);
        stream.sendNow(new Message.HardLink(next, one.target(), links.first(one)));
        return true;
    }

    /**
     * Offers a file, in place of what had another number, if that isn't 0.
     *
     * @return false, and has said so, if it can't be read
     */
    private boolean offer(Offered one, int replaced) throws IOException {
        Entry entry = one.entry();
        FileStat stat = entry.stat();
        int id = outstanding.nextId();
        ByteString digest;
        try {
            digest = stat.type() == FileType.SYMLINK ? ByteString.EMPTY : digest(entry);
            describer.describe(id, entry);
        } catch (DiskException e) {
            giveUp(one, e);
            return false;
        }
        Message message;
        if (stat.type() == FileType.SYMLINK) {
            ByteString text = ByteString.of(entry.target());
            message = new Message.Link(id, one.target(), Facts.of(stat), text);
        } else {
            message = new Message.Offer(id, one.target(), Facts.of(stat), stat.isSparse(), digest);
        }
        outstanding.put(id, one);
        var _ = outstanding.take(replaced);
        send(message);
        return true;
    }

    private void giveUp(Offered one, DiskException why) {
        outstanding.leave(one);
        skip(why);
        lost.accept(one);
    }

    private ByteString digest(Entry entry) throws DiskException {
        if (!plan.options().byContent()) {
            return ByteString.EMPTY;
        }
        stream.beginWork();
        try (FileHandle file = plan.root().openFile(entry.path())) {
            return ByteString.of(Checksums.of(file));
        } finally {
            stream.endWork();
        }
    }

    /**
     * Offers a file again as it is now; it has its place still. Waits for another one if the file
     * has become a long one, or a short one.
     *
     * @param id its number, which it has until it has another
     * @return false, and has said so, if it can't be; then it has its number still
     */
    boolean again(int id, Offered before) throws IOException, InterruptedException {
        Offered one = before.linked() ? before.alone() : before;
        outstanding.exchange(before, one);
        FileStat stat;
        try {
            stat = plan.root().stat(one.entry().path()).orElse(null);
        } catch (DiskException e) {
            giveUp(one, e);
            return false;
        }
        if (stat == null || stat.type() != FileType.FILE) {
            giveUp(one, new DiskException(DiskException.Kind.NOT_FOUND, one.entry().path()));
            return false;
        }
        if (!stat.isSameFile(one.entry().stat())) {
            lost.accept(one);
        }
        Offered now =
                new Offered(
                        new Entry(one.entry().path(), stat, null), one.target(), one.tries() + 1);
        outstanding.exchange(one, now);
        boolean offered = offer(now, id);
        stream.flush();
        return offered;
    }

    /** Has the peer answer {@link Message.Done}, so that whoever waits for that looks again. */
    void ask(int id) throws IOException {
        stream.sendNow(new Message.Total(id, 0, 0));
    }

    private void send(Message message) throws IOException {
        stream.send(message);
        unsent++;
        if (unsent % TOGETHER == 0) {
            stream.flush();
        }
    }
}
