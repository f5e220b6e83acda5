package org.urdma4j.copy.scan;

import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.TreePath;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is left out of a copy, by patterns that mean what they mean to rsync's {@code --exclude}: a
 * slash in front ties a pattern to the top of what is copied, a slash at the end makes it match
 * directories alone, any other pattern matches the last names of a path at any depth. What is in a
 * directory that is left out is left out with it. Immutable.
 */
public final class Excludes {
    /** Leaves nothing out. */
    public static final Excludes NONE = new Excludes(List.of());

    private record Rule(Glob glob, boolean directoriesOnly) {}

    private final List<Rule> rules;

    private Excludes(List<Rule> rules) {
        this.rules = rules;
    }

    /**
     * Returns what leaves out whatever matches one of {@code patterns}.
     *
     * @throws DiskException BAD_NAME for a pattern that is none
     */
    public static Excludes of(List<byte[]> patterns) throws DiskException {
        List<Rule> rules = new ArrayList<>();
        for (byte[] pattern : patterns) {
            rules.add(rule(pattern));
        }
        return new Excludes(List.copyOf(rules));
    }

    private static Rule rule(byte[] pattern) throws DiskException {
        int start = 0;
        int end = pattern.length;
        boolean directories = end > 0 && pattern[end - 1] == '/';
        if (directories) {
            end--;
        }
        boolean tied = end > 0 && pattern[0] == '/';
        if (tied) {
            start++;
        }
        if (start >= end) {
            throw new DiskException(Kind.BAD_NAME, "pattern", "it matches nothing");
        }
        return new Rule(new Glob(Arrays.copyOfRange(pattern, start, end), !tied), directories);
    }

    /**
     * Returns whether something is left out, for itself; what it is in is asked for before.
     *
     * @param path from the top of what is copied; the top itself is never left out
     */
    public boolean excludes(TreePath path, boolean directory) {
        if (rules.isEmpty() || path.isRoot()) {
            return false;
        }
        byte[] bytes = path.bytes();
        for (Rule rule : rules) {
            if ((directory || !rule.directoriesOnly) && rule.glob.matches(bytes)) {
                return true;
            }
        }
        return false;
    }
}
