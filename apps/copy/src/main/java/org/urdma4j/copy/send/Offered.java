package org.urdma4j.copy.send;

import org.urdma4j.copy.scan.Entry;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.TreePath;

/**
 * A file or link that was offered and not yet answered for good.
 *
 * @param tries how often it was offered before
 * @param linked whether it is to be a further name of a file that is sent under another
 */
record Offered(Entry entry, TreePath target, int tries, boolean linked) {
    /** Offered for itself. */
    Offered(Entry entry, TreePath target, int tries) {
        this(entry, target, tries, false);
    }

    long size() {
        return entry.stat().type() == FileType.FILE && !linked ? entry.stat().size() : 0;
    }

    /** Returns the same as a file of its own. */
    Offered alone() {
        return new Offered(entry, target, tries);
    }
}
