package org.urdma4j.copy.send;

import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.MemoryBudget;
import org.urdma4j.copy.tree.TreePath;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Files with several names: one name is offered, the others wait until the file is there and are
 * linked to it then. If it doesn't get there, the next name is offered in its place. Any thread may
 * call.
 */
final class HardLinks {
    /** What becomes of a further name. */
    enum Turn {
        /** It waits for the file. */
        WAIT,
        /** The file is there. */
        LINK,
        /** It is offered: no other name is. */
        LEAD
    }

    private record Inode(long device, long number) {
        static Inode of(Offered one) {
            FileStat stat = one.entry().stat();
            return new Inode(stat.device(), stat.identity().inode());
        }
    }

    private static final class Names {
        TreePath first;
        boolean there;
        final Map<Integer, Offered> waiting = new LinkedHashMap<>();
    }

    /** What a file takes besides the path of its first name. */
    private static final long OVERHEAD = 320;

    private final MemoryBudget memory;
    private final Map<Inode, Names> files = new HashMap<>();
    private long taken;

    HardLinks(MemoryBudget memory) {
        this.memory = memory;
    }

    /** Returns whether a name is the first of its file; there may be no memory for one more. */
    synchronized Optional<Boolean> isFirst(Offered one) {
        Inode inode = Inode.of(one);
        if (files.containsKey(inode)) {
            return Optional.of(false);
        }
        long bytes = OVERHEAD + one.target().length();
        if (!memory.tryTake(bytes)) {
            return Optional.empty();
        }
        taken += bytes;
        Names names = new Names();
        names.first = one.target();
        files.put(inode, names);
        return Optional.of(true);
    }

    /** Says what to do with a name that isn't the first, and has this number. */
    synchronized Turn turn(int id, Offered one) {
        Names names = files.get(Inode.of(one));
        if (names.there) {
            return Turn.LINK;
        }
        if (names.first == null) {
            names.first = one.target();
            return Turn.LEAD;
        }
        names.waiting.put(id, one);
        return Turn.WAIT;
    }

    /** Returns the name that a file is there under. */
    synchronized TreePath first(Offered one) {
        return files.get(Inode.of(one)).first;
    }

    /** Learns that something is there; returns the names that have waited for it. */
    synchronized Map<Integer, Offered> there(Offered one) {
        Names names = files.get(Inode.of(one));
        if (names == null || !one.target().equals(names.first)) {
            return Map.of();
        }
        names.there = true;
        Map<Integer, Offered> waited = Map.copyOf(names.waiting);
        names.waiting.clear();
        return waited;
    }

    /** Learns that something doesn't get there; returns the name to offer instead, if any. */
    synchronized Map<Integer, Offered> lost(Offered one) {
        Names names = files.get(Inode.of(one));
        if (names == null || names.there || !one.target().equals(names.first)) {
            return Map.of();
        }
        Optional<Map.Entry<Integer, Offered>> next = names.waiting.entrySet().stream().findFirst();
        names.first = next.map(each -> each.getValue().target()).orElse(null);
        next.ifPresent(each -> names.waiting.remove(each.getKey()));
        return next.map(each -> Map.of(each.getKey(), each.getValue())).orElse(Map.of());
    }

    /** Gives back the memory; only when nothing is offered any more. */
    synchronized void close() {
        files.clear();
        memory.give(taken);
        taken = 0;
    }
}
