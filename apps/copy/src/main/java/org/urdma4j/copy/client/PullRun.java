package org.urdma4j.copy.client;

import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.message.PassOptions;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.receive.LentFiles;
import org.urdma4j.copy.receive.Receiver;
import org.urdma4j.copy.receive.Room;
import org.urdma4j.copy.receive.Target;
import org.urdma4j.copy.scan.SeenPaths;
import org.urdma4j.copy.scan.SurplusScan;
import org.urdma4j.copy.send.Listed;
import org.urdma4j.copy.send.Source;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.write.TargetTree;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

public final class PullRun {
    private final CopyClient client;
    private final CopyOptions options;
    private final Tally tally;
    private final Root root;
    private final TargetTree tree;
    private final Room room;
    private final LentFiles lent = new LentFiles();

    /**
     * A copy over the connections of a client.
     *
     * @param root all targets are below it
     * @param tree writes below {@code root}
     */
    public PullRun(
            CopyClient client, CopyOptions options, Tally tally, Root root, TargetTree tree) {
        this.client = client;
        this.options = options;
        this.tally = tally;
        this.root = root;
        this.tree = tree;
        room = new Room(root);
    }

    /**
     * Copies.
     *
     * @param sources of the server, and where below the root they go
     * @param folders as in {@link PushRun#run}
     * @return how many files were found right at the end, if that is asked for
     */
    public long run(List<Source> sources, List<TreePath> folders)
            throws IOException, InterruptedException {
        if (options.dryRun() && options.force() && options.delete()) {
            tally.tellRemovedOnce(); // what is in a folder that gives way is surplus still
        }
        SeenPaths none = new SeenPaths();
        for (Source source : sources) {
            client.onAll((part, from) -> pass(from, source, options.copyPass(), part, none, tally));
        }
        if (options.delete() && tally.failed() == 0) {
            remove(sources, folders);
        }
        if (options.dryRun()) {
            return 0;
        }
        tree.finish(e -> tally.onFailed(Fault.of(e.kind()), e.getMessage()));
        return options.verify() ? verify(sources, none) : 0;
    }

    private void pass(
            Connection from,
            Source source,
            PassOptions pass,
            int part,
            SeenPaths kept,
            PassListener listener)
            throws IOException {
        int parts = pass.kind() == PassOptions.Kind.KEEP ? 1 : client.jobs();
        if (options.listed() != null) {
            ByteBuffer data = ByteBuffer.allocate(Limits.CHUNK);
            int at = 0;
            while (at < options.listed().size()) {
                at += Listed.write(options.listed(), at, data);
                from.stream().sendNow(new Message.Select(data));
            }
        }
        from.stream()
                .sendNow(new Message.Pull(source.start(), pass, options.excludes(), part, parts));
        Target target = new Target(root, tree, source.target(), room);
        new Receiver(from.stream(), target, pass, kept, listener, lent, part).run();
    }

    private void remove(List<Source> sources, List<TreePath> folders) throws IOException {
        SeenPaths kept = new SeenPaths();
        for (Source source : sources) {
            pass(client.first(), source, options.pass(PassOptions.Kind.KEEP), 0, kept, tally);
        }
        if (tally.failed() > 0) {
            return;
        }
        for (TreePath folder : folders) {
            // what a dry run hasn't made has nothing in it
            if (!options.dryRun() || root.isDirectory(folder)) {
                removeRest(folder, kept);
            }
        }
    }

    private void removeRest(TreePath folder, SeenPaths kept) throws DiskException {
        SurplusScan surplus = new SurplusScan(root, folder, options.globs(), kept, this::tell);
        for (TreePath path = surplus.next(); path != null; path = surplus.next()) {
            try {
                if (!options.dryRun()) {
                    tree.remove(path);
                }
                tally.onRemoved(path);
            } catch (DiskException e) {
                surplus.stays();
                tell(e);
            }
        }
    }

    private void tell(DiskException e) {
        tally.onFailed(Fault.of(e.kind()), e.getMessage());
    }

    private long verify(List<Source> sources, SeenPaths none)
            throws IOException, InterruptedException {
        Verification verification = new Verification(tally);
        PassOptions pass = options.pass(PassOptions.Kind.VERIFY);
        for (Source source : sources) {
            client.onAll((part, from) -> pass(from, source, pass, part, none, verification));
        }
        return verification.right();
    }
}
