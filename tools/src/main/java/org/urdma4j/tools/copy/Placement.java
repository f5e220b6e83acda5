package org.urdma4j.tools.copy;

import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.Names;
import org.urdma4j.copy.tree.TreePath;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What named sources become at a target, decided before anything is copied. Where something of
 * another kind is in the way of what the user has named, only {@code --force} lets it give way; the
 * table is in docs/copy.md.
 */
final class Placement {
    private final List<Named> sources;
    private final Location target;
    private final Optional<FileType> there;
    private final boolean force;

    /** What is at paths below the target's root. */
    @FunctionalInterface
    interface Lookup {
        /** Returns the type of what is at each path, in their order. */
        List<Optional<FileType>> types(List<TreePath> paths) throws IOException;
    }

    /**
     * @param there what has the target's name; of a link that ends in a slash, a folder
     */
    Placement(List<Named> sources, Location target, Optional<FileType> there, boolean force) {
        this.sources = sources;
        this.target = target;
        this.there = there;
        this.force = force;
    }

    private boolean isThere(FileType type) {
        return there.filter(found -> found == type).isPresent();
    }

    /** Returns whether sources go into the target, under their own names. */
    private boolean goesInto() {
        return sources.size() > 1 || target.isContent() || isThere(FileType.DIRECTORY);
    }

    private boolean isInside(Named source) {
        return !source.isContent() && (goesInto() || source.isFolder());
    }

    /** Returns whether the target itself becomes a folder that something is put into. */
    boolean needsFolder() {
        return sources.stream().anyMatch(this::isInside);
    }

    /**
     * Returns whether what has the target's name has to be removed, so that a folder can be there.
     *
     * @throws DiskException if so, without {@code --force}
     */
    boolean mustGiveWay() throws DiskException {
        boolean folder = needsFolder() || sources.stream().anyMatch(Named::isContent);
        if (!folder || there.isEmpty() || isThere(FileType.DIRECTORY)) {
            return false;
        }
        if (!force) {
            String way =
                    isThere(FileType.SYMLINK)
                            ? "; end it with a slash to copy into the folder that it leads to"
                            : "";
            throw new DiskException(
                    Kind.NOT_DIRECTORY,
                    target.shown(),
                    "%s, and a folder in the copy%s; --force removes it"
                            .formatted(Named.words(there.get()), way));
        }
        return true;
    }

    /**
     * Returns where each source goes.
     *
     * @param base the target's path
     * @throws DiskException EXISTS if two become one, which aren't both folders
     */
    List<TreePath> goes(TreePath base) throws DiskException {
        List<TreePath> goes = new ArrayList<>();
        Map<TreePath, Named> taken = new HashMap<>();
        for (Named source : sources) {
            TreePath path = isInside(source) ? base.child(source.path().name()) : base;
            Named other = taken.put(path, source);
            if (other != null && !(other.isFolder() && source.isFolder())) {
                throw new DiskException(
                        Kind.EXISTS,
                        source.location().shown(),
                        "would take the place of %s, which is copied as well"
                                .formatted(other.location().shown()));
            }
            goes.add(path);
        }
        return goes;
    }

    /**
     * Checks what is where each source goes.
     *
     * @throws DiskException if it is of another kind, without {@code --force}
     */
    void check(TreePath base, List<TreePath> goes, Lookup lookup) throws IOException {
        if (force) {
            return;
        }
        List<Optional<FileType>> types = types(base, goes, lookup);
        for (int i = 0; i < types.size(); i++) {
            Named source = sources.get(i);
            Optional<FileType> type = types.get(i);
            if (type.isPresent() && type.get() != source.type()) {
                throw new DiskException(
                        Kind.EXISTS,
                        shown(base, goes.get(i)),
                        "%s, and %s %s; --force replaces it"
                                .formatted(
                                        Named.words(type.get()),
                                        source.location().shown(),
                                        Named.words(source.type())));
            }
        }
    }

    private List<Optional<FileType>> types(TreePath base, List<TreePath> goes, Lookup lookup)
            throws IOException {
        if (there.isEmpty()) {
            return List.of();
        }
        return goes.stream().allMatch(base::equals)
                ? goes.stream().map(_ -> there).toList()
                : lookup.types(goes);
    }

    private String shown(TreePath base, TreePath path) {
        String text = target.shown();
        if (path.equals(base)) {
            return text;
        }
        boolean ends = text.endsWith("/") || text.endsWith(":");
        return text + (ends ? "" : "/") + Names.text(path.name());
    }
}
