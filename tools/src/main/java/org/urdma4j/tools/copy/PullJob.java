package org.urdma4j.tools.copy;

import org.urdma4j.copy.client.CopyClient;
import org.urdma4j.copy.client.CopyOptions;
import org.urdma4j.copy.client.PullRun;
import org.urdma4j.copy.client.Tally;
import org.urdma4j.copy.message.Facts;
import org.urdma4j.copy.send.Source;
import org.urdma4j.copy.tree.Accounts;
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
record PullJob(List<Location> sources, Location target) implements TreeJob {
    private static final int USUAL = 0755;

    @Override
    public boolean isPush() {
        return false;
    }

    @Override
    public List<Location> remotes() {
        return sources;
    }

    @Override
    public CopyJob with(List<Location> remotes) {
        return new PullJob(remotes, target);
    }

    @Override
    public TreeJob ofContent() {
        return new PullJob(List.of(TreeJob.content(sources)), target);
    }

    @Override
    public long run(CopyClient client, CopyOptions options, Tally tally, Manifest manifest)
            throws IOException, InterruptedException {
        List<Named> named = named(client);
        try (Root parent = isWhole() ? null : Root.open(target.parent())) {
            Optional<FileType> there = isWhole() ? Optional.of(FileType.DIRECTORY) : type(parent);
            boolean followed =
                    target.isContent() && there.filter(FileType.SYMLINK::equals).isPresent();
            if (followed || there.filter(FileType.DIRECTORY::equals).isPresent()) {
                try (Root root = Root.open(target.path())) {
                    Placement placement =
                            new Placement(
                                    named,
                                    target,
                                    Optional.of(FileType.DIRECTORY),
                                    options.force());
                    List<TreePath> goes = placement.goes(TreePath.ROOT);
                    placement.check(TreePath.ROOT, goes, paths -> types(root, paths));
                    checkSelf(client, named, root, target.path(), goes);
                    return run(client, options, tally, manifest, root, TreePath.ROOT, named, goes);
                }
            }
            Placement placement = new Placement(named, target, there, options.force());
            TreePath name = TreePath.ROOT.child(target.name().orElseThrow());
            List<TreePath> goes = placement.goes(name);
            boolean givesWay = placement.mustGiveWay();
            checkSelf(client, named, parent, target.parent(), List.of());
            if (givesWay) {
                if (!options.dryRun()) {
                    parent.directory().removeFile(name.name());
                }
                tally.onRemoved(name);
            } else {
                placement.check(name, goes, paths -> types(parent, paths));
            }
            if (placement.needsFolder() && !options.dryRun()) {
                make(parent.directory());
                try (Root root = Root.open(target.path())) {
                    goes = placement.goes(TreePath.ROOT);
                    return run(client, options, tally, manifest, root, TreePath.ROOT, named, goes);
                }
            }
            return run(client, options, tally, manifest, parent, name, named, goes);
        }
    }

    private void checkSelf(
            CopyClient client, List<Named> named, Root root, byte[] path, List<TreePath> goes)
            throws IOException {
        if (SelfCopy.isHere(host())) {
            SelfCopy.checkPull(client, named, root, path, goes, target);
        }
    }

    /** Looks at the sources at the server. */
    private List<Named> named(CopyClient client) throws IOException {
        List<TreePath> paths = new ArrayList<>();
        for (Location source : sources) {
            paths.add(source.served());
        }
        List<Optional<Facts>> found = client.stat(paths);
        List<Named> named = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            Location source = sources.get(i);
            TreePath path = paths.get(i);
            Optional<FileType> type = found.get(i).map(Facts::type);
            if (source.isContent() && type.filter(FileType.SYMLINK::equals).isPresent()) {
                path = client.resolve(path);
                type = Optional.of(FileType.DIRECTORY);
            }
            named.add(Named.of(source, path, type));
        }
        return named;
    }

    private static List<Optional<FileType>> types(Root root, List<TreePath> paths)
            throws DiskException {
        List<Optional<FileType>> types = new ArrayList<>();
        for (TreePath path : paths) {
            types.add(root.stat(path).map(FileStat::type));
        }
        return types;
    }

    /** Returns whether the target is a folder by the way it is written, which has no name. */
    private boolean isWhole() {
        return target.name().isEmpty();
    }

    private Optional<FileType> type(Root parent) throws DiskException {
        return parent.directory().stat(target.name().orElseThrow()).map(FileStat::type);
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
            Manifest manifest,
            Root root,
            TreePath base,
            List<Named> named,
            List<TreePath> goes)
            throws IOException, InterruptedException {
        List<Source> plan = new ArrayList<>();
        List<TreePath> folders = new ArrayList<>();
        for (int i = 0; i < goes.size(); i++) {
            plan.add(new Source(named.get(i).path(), goes.get(i)));
            if (named.get(i).isFolder()) {
                folders.add(goes.get(i));
            }
        }
        WriteOptions write =
                new WriteOptions(
                        false,
                        options.resume(),
                        options.preserve(),
                        Accounts.isRoot(),
                        new SecureRandom());
        try (TargetTree tree = new TargetTree(root, write)) {
            long right = new PullRun(client, options, tally, root, tree).run(plan, folders);
            if (manifest != null && !options.dryRun()) {
                manifest.write(base, path -> Optional.of(new Manifest.Here(root, path)));
            }
            return right;
        }
    }
}
