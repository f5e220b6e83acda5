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
record PushJob(List<Location> sources, Location target) implements CopyJob {
    @Override
    public String host() {
        return target.host();
    }

    @Override
    public int port() {
        return target.port();
    }

    @Override
    public long run(CopyClient client, CopyOptions options, Tally tally)
            throws IOException, InterruptedException {
        if (client.isReadOnly() && !options.dryRun()) {
            throw new IOException("%s is served read-only".formatted(target.host()));
        }
        TreePath base = target.served();
        Optional<Facts> there = client.stat(base);
        boolean into =
                sources.size() > 1
                        || target.isContent()
                        || (there.isPresent() && there.get().type() == FileType.DIRECTORY);
        Map<ByteString, Root> roots = new LinkedHashMap<>();
        try {
            Map<Root, List<Source>> plans = new LinkedHashMap<>();
            List<TreePath> folders = new ArrayList<>();
            boolean needed = false;
            for (Location source : sources) {
                Root root = open(source, roots);
                TreePath start = start(source);
                boolean folder = isFolder(root, start, source);
                boolean inside = !start.isRoot() && (into || folder);
                needed |= inside;
                TreePath goes = inside ? base.child(start.name()) : base;
                plans.computeIfAbsent(root, _ -> new ArrayList<>()).add(new Source(start, goes));
                if (folder) {
                    folders.add(goes);
                }
            }
            if (needed && there.isEmpty() && !options.dryRun()) {
                client.makeFolder(base);
            }
            List<PushRun.Group> groups = new ArrayList<>();
            plans.forEach((root, list) -> groups.add(new PushRun.Group(root, list)));
            return new PushRun(client, options, tally).run(groups, folders);
        } finally {
            roots.values().forEach(Root::close);
        }
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

    private static boolean isFolder(Root root, TreePath start, Location source) throws IOException {
        Optional<FileStat> found = root.stat(start);
        if (found.isEmpty()) {
            throw new DiskException(DiskException.Kind.NOT_FOUND, source.shown());
        }
        return found.get().type() == FileType.DIRECTORY;
    }
}
