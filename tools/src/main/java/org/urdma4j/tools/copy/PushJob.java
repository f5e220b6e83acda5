package org.urdma4j.tools.copy;

import org.urdma4j.copy.client.CopyClient;
import org.urdma4j.copy.client.CopyOptions;
import org.urdma4j.copy.client.PushRun;
import org.urdma4j.copy.client.Tally;
import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.Facts;
import org.urdma4j.copy.send.Source;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** From here to a host. */
record PushJob(List<Location> sources, Location target) implements TreeJob {
    @Override
    public boolean isPush() {
        return true;
    }

    @Override
    public List<Location> remotes() {
        return List.of(target);
    }

    @Override
    public CopyJob with(List<Location> remotes) {
        return new PushJob(sources, remotes.getFirst());
    }

    /** Returns whether the sources are on a host whose name begins so. */
    boolean begins(String start) {
        Location first = sources.getFirst();
        return first.isRemote() && first.destination().startsWith(start);
    }

    @Override
    public TreeJob ofContent() {
        return new PushJob(List.of(TreeJob.content(sources)), target);
    }

    @Override
    public long run(CopyClient client, CopyOptions options, Tally tally, Manifest manifest)
            throws IOException, InterruptedException {
        if (client.isReadOnly() && !options.dryRun()) {
            throw new IOException("%s is served read-only".formatted(target.host()));
        }
        Map<ByteString, Root> roots = new LinkedHashMap<>();
        try {
            List<Named> named = new ArrayList<>();
            List<Root> from = new ArrayList<>();
            for (Location source : sources) {
                Root root = open(source, roots);
                TreePath start = start(source);
                named.add(Named.of(source, start, root.stat(start).map(FileStat::type)));
                from.add(root);
            }
            TreePath base = target.served();
            Optional<FileType> there = client.stat(base).map(Facts::type);
            if (target.isContent() && there.filter(FileType.SYMLINK::equals).isPresent()) {
                base = client.resolve(base);
                there = Optional.of(FileType.DIRECTORY);
            }
            Placement placement = new Placement(named, target, there, options.force());
            List<TreePath> goes = check(client, base, there, placement);
            if (SelfCopy.isHere(target.host())) {
                boolean isNew = there.isEmpty() || placement.mustGiveWay();
                for (int i = 0; i < goes.size(); i++) {
                    List<TreePath> deepest =
                            isNew ? List.of(base, base.parent()) : List.of(goes.get(i), base);
                    SelfCopy.checkPush(
                            client, from.get(i), named.get(i), deepest, options.globs(), target);
                }
            }
            makeRoom(client, options, tally, base, there, placement);
            Map<Root, List<Source>> plans = new LinkedHashMap<>();
            List<TreePath> folders = new ArrayList<>();
            for (int i = 0; i < goes.size(); i++) {
                Source source = new Source(named.get(i).path(), goes.get(i));
                plans.computeIfAbsent(from.get(i), _ -> new ArrayList<>()).add(source);
                if (named.get(i).isFolder()) {
                    folders.add(goes.get(i));
                }
            }
            List<PushRun.Group> groups = new ArrayList<>();
            plans.forEach((root, list) -> groups.add(new PushRun.Group(root, list)));
            long right = new PushRun(client, options, tally).run(groups, folders);
            if (manifest != null && !options.dryRun()) {
                manifest.write(base, path -> find(path, from, named, goes));
            }
            return right;
        } finally {
            roots.values().forEach(Root::close);
        }
    }

    /** Returns the source of a path; of several that are merged there, the one that came last. */
    private static Optional<Manifest.Here> find(
            TreePath path, List<Root> from, List<Named> named, List<TreePath> goes)
            throws DiskException {
        for (int i = goes.size() - 1; i >= 0; i--) {
            if (path.isWithin(goes.get(i))) {
                TreePath start = named.get(i).path();
                TreePath source =
                        path.equals(goes.get(i))
                                ? start
                                : start.resolve(Manifest.rest(path, goes.get(i)));
                if (from.get(i).stat(source).isPresent()) {
                    return Optional.of(new Manifest.Here(from.get(i), source));
                }
            }
        }
        return Optional.empty();
    }

    /** Checks what is at the target, and returns where each source goes. */
    private List<TreePath> check(
            CopyClient client, TreePath base, Optional<FileType> there, Placement placement)
            throws IOException {
        if (there.isEmpty() && client.stat(base.parent()).isEmpty()) {
            throw new DiskException(
                    DiskException.Kind.NOT_FOUND,
                    target.shown(),
                    "the folder that it would be in isn't there; make it first");
        }
        List<TreePath> goes = placement.goes(base);
        if (!placement.mustGiveWay()) {
            placement.check(base, goes, paths -> types(client.stat(paths)));
        }
        return goes;
    }

    /** Makes the target a folder, if sources go into it. */
    private static void makeRoom(
            CopyClient client,
            CopyOptions options,
            Tally tally,
            TreePath base,
            Optional<FileType> there,
            Placement placement)
            throws IOException {
        boolean givesWay = placement.mustGiveWay();
        if (givesWay) {
            if (!options.dryRun()) {
                client.remove(base);
            }
            tally.onRemoved(base);
        }
        if (placement.needsFolder() && (givesWay || there.isEmpty()) && !options.dryRun()) {
            client.makeFolder(base);
        }
    }

    private static List<Optional<FileType>> types(List<Optional<Facts>> found) {
        return found.stream().map(facts -> facts.map(Facts::type)).toList();
    }

    /** Opens the folder in which a source is, once for all sources in it. */
    private static Root open(Location source, Map<ByteString, Root> roots) throws IOException {
        byte[] path = isWhole(source) ? source.path() : source.parent();
        ByteString key = ByteString.of(path);
        Root root = roots.get(key);
        if (root == null) {
            root = Root.open(path);
            roots.put(key, root);
        }
        return root;
    }

    private static boolean isWhole(Location source) {
        return source.isContent() || source.name().isEmpty();
    }

    private static TreePath start(Location source) throws DiskException {
        return isWhole(source) ? TreePath.ROOT : TreePath.ROOT.child(source.name().orElseThrow());
    }
}
