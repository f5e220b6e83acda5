package org.urdma4j.copy.client;

import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.message.PassOptions;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.send.Plan;
import org.urdma4j.copy.send.Sender;
import org.urdma4j.copy.send.Sharing;
import org.urdma4j.copy.send.Source;
import org.urdma4j.copy.tree.MemoryBudget;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;

import java.io.IOException;
import java.util.List;

public final class PushRun {
    /**
     * What is copied from one root.
     *
     * @param sources in their order
     */
    public record Group(Root root, List<Source> sources) {
        public Group {
            sources = List.copyOf(sources);
        }
    }

    private final CopyClient client;
    private final CopyOptions options;
    private final Tally tally;

    /** A copy over the connections of a client. */
    public PushRun(CopyClient client, CopyOptions options, Tally tally) {
        this.client = client;
        this.options = options;
        this.tally = tally;
    }

    /**
     * Copies.
     *
     * @param folders of the target, from which is removed what the groups haven't, if it is asked
     *     for
     * @return how many files were found right at the end, if that is asked for
     */
    public long run(List<Group> groups, List<TreePath> folders)
            throws IOException, InterruptedException {
        if (options.dryRun() && options.force() && options.delete()) {
            tally.tellRemovedOnce(); // what is in a folder that gives way is surplus still
        }
        for (Group group : groups) {
            boolean shares = client.isJoined() && !options.dryRun();
            Sharing sharing = shares ? new Sharing(client.jobs()) : null;
            client.onAll((part, to) -> pass(to, group, options.copyPass(), part, tally, sharing));
        }
        if (options.delete() && tally.failed() == 0) {
            remove(groups, folders);
        }
        if (options.dryRun()) {
            return 0;
        }
        client.first().finish(tally);
        return options.verify() ? verify(groups) : 0;
    }

    private void pass(
            Connection to,
            Group group,
            PassOptions pass,
            int part,
            PassListener listener,
            Sharing sharing)
            throws IOException, InterruptedException {
        boolean alone = pass.kind() == PassOptions.Kind.KEEP;
        Plan plan =
                new Plan(
                        group.root(),
                        group.sources(),
                        options.globs(),
                        pass,
                        part,
                        alone ? 1 : client.jobs(),
                        options.listed(),
                        options.preserve());
        to.stream().sendNow(new Message.Push(pass));
        new Sender(plan, to.stream(), listener, MemoryBudget.unlimited(), sharing).run();
    }

    private void remove(List<Group> groups, List<TreePath> folders)
            throws IOException, InterruptedException {
        Connection first = client.first();
        for (Group group : groups) {
            pass(first, group, options.pass(PassOptions.Kind.KEEP), 0, tally, null);
        }
        if (tally.failed() > 0) {
            return;
        }
        for (TreePath folder : folders) {
            first.removeRest(
                    id -> new Message.RemoveRest(id, folder, options.excludes(), options.dryRun()),
                    tally);
        }
    }

    private long verify(List<Group> groups) throws IOException, InterruptedException {
        Verification verification = new Verification(tally);
        PassOptions pass = options.pass(PassOptions.Kind.VERIFY);
        for (Group group : groups) {
            client.onAll((part, to) -> pass(to, group, pass, part, verification, null));
        }
        return verification.right();
    }
}
