package org.urdma4j.tools.copy;

import org.urdma4j.copy.client.CopyClient;
import org.urdma4j.copy.client.CopyOptions;
import org.urdma4j.copy.client.PullRun;
import org.urdma4j.copy.client.Tally;
import org.urdma4j.copy.message.Facts;
import org.urdma4j.copy.send.Source;
import org.urdma4j.copy.tree.DirectoryHandle;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.write.TargetTree;
import org.urdma4j.copy.write.WriteOptions;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** From a host to here. */
record PullJob(List<Location> sources, Location target) implements CopyJob {
    private static final int USUAL = 0755;

    @Override
    public String host() {
        return sources.getFirst().host();
    }

    @Override
    public int port() {
        return sources.getFirst().port();
    }

    /** A source as the server has it. */
    private record Remote(TreePath path, boolean folder, boolean content) {}

    @Override
    public long run(CopyClient client, CopyOptions options, Tally tally)
            throws IOException, InterruptedException {
        List<Remote> remotes = new ArrayList<>();
        boolean into = sources.size() > 1 || target.isContent();
        for (Location source : sources) {
            TreePath path = source.served();
            Optional<Facts> found = client.stat(path);
            if (found.isEmpty()) {
                throw new DiskException(DiskException.Kind.NOT_FOUND, source.shown());
            }
            boolean folder = found.get().type() == FileType.DIRECTORY;
            remotes.add(new Remote(path, folder, source.isContent() || path.isRoot()));
            into |= folder;
        }
        try (Root parent = isWhole() ? null : Root.open(target.parent())) {
            Optional<FileStat> there = isWhole() ? Optional.empty() : stat(parent);
            boolean folder =
                    isWhole() || there.filter(stat -> stat.type() != FileType.FILE).isPresent();
            if (into && !folder && there.isEmpty() && !options.dryRun()) {
                make(parent.directory());
                folder = true;
            }
            if (folder) {
                try (Root root = Root.open(target.path())) {
                    return run(client, options, tally, root, remotes, TreePath.ROOT, true);
                }
            }
            TreePath name = TreePath.ROOT.child(target.name().orElseThrow());
            return run(client, options, tally, parent, remotes, name, into);
        }
    }

    /** Returns whether the target is a folder by the way it is written, which has no name. */
    private boolean isWhole() {
        return target.name().isEmpty();
    }

    private Optional<FileStat> stat(Root parent) throws DiskException {
        return parent.directory().stat(target.name().orElseThrow());
    }

    private void make(DirectoryHandle parent) throws DiskException {
        byte[] name = target.name().orElseThrow();
        parent.makeDirectory(name);
        try (DirectoryHandle made = parent.openDirectory(name)) {
            made.setPermissions(USUAL);
        }
    }

    private static long run(
            CopyClient client,
            CopyOptions options,
            Tally tally,
            Root root,
            List<Remote> remotes,
            TreePath base,
            boolean into)
            throws IOException, InterruptedException {
        List<Source> plan = new ArrayList<>();
        List<TreePath> folders = new ArrayList<>();
        for (Remote remote : remotes) {
            boolean inside = into && !remote.content();
            TreePath goes = inside ? base.child(remote.path().name()) : base;
            plan.add(new Source(remote.path(), goes));
            if (remote.folder()) {
                folders.add(goes);
            }
        }
        WriteOptions write = new WriteOptions(false, options.resume(), new SecureRandom());
        try (TargetTree tree = new TargetTree(root, write)) {
            return new PullRun(client, options, tally, root, tree).run(plan, folders);
        }
    }
}
