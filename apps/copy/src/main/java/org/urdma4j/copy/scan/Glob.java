package org.urdma4j.copy.scan;

import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.Names;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A pattern for paths, in bytes: {@code *} and {@code ?} don't match a slash, {@code **} does,
 * {@code [a-z]} and {@code [!a-z]} are classes, a backslash takes away what the next byte means.
 * Time is bounded by the lengths of pattern and path. Immutable.
 */
final class Glob {
    /** A step of the pattern: which bytes it takes, and whether it takes any number of them. */
    private record Step(BitSet bytes, boolean many) {}

    private final List<Step> steps = new ArrayList<>();
    private final boolean floating;

    /**
     * @param pattern without the slash in front and the one at the end
     * @param floating whether it may match the last names of a path alone
     */
    Glob(byte[] pattern, boolean floating) throws DiskException {
        this.floating = floating;
        int at = 0;
        while (at < pattern.length) {
            at = parse(pattern, at);
        }
    }

    private int parse(byte[] pattern, int at) throws DiskException {
        switch (pattern[at]) {
            case '*' -> {
                boolean slashes = at + 1 < pattern.length && pattern[at + 1] == '*';
                steps.add(new Step(any(slashes), true));
                return at + (slashes ? 2 : 1);
            }
            case '?' -> steps.add(new Step(any(false), false));
            case '[' -> {
                return parseClass(pattern, at + 1);
            }
            case '\\' -> {
                if (at + 1 == pattern.length) {
                    throw bad(pattern, "ends with a backslash");
                }
                steps.add(new Step(single(pattern[at + 1]), false));
                return at + 2;
            }
            default -> steps.add(new Step(single(pattern[at]), false));
        }
        return at + 1;
    }

    private int parseClass(byte[] pattern, int start) throws DiskException {
        int at = start;
        boolean negated = at < pattern.length && (pattern[at] == '!' || pattern[at] == '^');
        if (negated) {
            at++;
        }
        BitSet bytes = new BitSet(256);
        int first = at;
        while (at < pattern.length && (pattern[at] != ']' || at == first)) {
            if (pattern[at] == '\\' && at + 1 < pattern.length) {
                at++;
            }
            int low = pattern[at] & 0xFF;
            int high = low;
            if (at + 2 < pattern.length && pattern[at + 1] == '-' && pattern[at + 2] != ']') {
                high = pattern[at + 2] & 0xFF;
                at += 2;
            }
            if (high < low) {
                throw bad(pattern, "has a range that goes backwards");
            }
            bytes.set(low, high + 1);
            at++;
        }
        if (at >= pattern.length) {
            throw bad(pattern, "has a [ without its ]");
        }
        if (negated) {
            bytes.flip(0, 256);
        }
        bytes.clear('/');
        steps.add(new Step(bytes, false));
        return at + 1;
    }

    private static DiskException bad(byte[] pattern, String words) {
        return new DiskException(Kind.BAD_NAME, "pattern " + Names.text(pattern), words);
    }

    private static BitSet any(boolean slashes) {
        BitSet bytes = new BitSet(256);
        bytes.set(0, 256);
        bytes.set('/', slashes);
        return bytes;
    }

    private static BitSet single(byte b) {
        BitSet bytes = new BitSet(256);
        bytes.set(b & 0xFF);
        return bytes;
    }

    /** Returns whether all of a path, or its last names if the pattern floats, match. */
    boolean matches(byte[] path) {
        int end = steps.size();
        boolean[] now = new boolean[end + 1];
        for (int i = 0; i < path.length; i++) {
            if (i == 0 || (floating && path[i - 1] == '/')) {
                now[0] = true;
            }
            skip(now);
            boolean[] next = new boolean[end + 1];
            for (int s = 0; s < end; s++) {
                Step step = steps.get(s);
                if (now[s] && step.bytes.get(path[i] & 0xFF)) {
                    next[step.many ? s : s + 1] = true;
                }
            }
            now = next;
        }
        skip(now);
        return now[end];
    }

    /** What takes any number of bytes may take none. */
    private void skip(boolean[] states) {
        for (int s = 0; s < steps.size(); s++) {
            if (states[s] && steps.get(s).many) {
                states[s + 1] = true;
            }
        }
    }
}
