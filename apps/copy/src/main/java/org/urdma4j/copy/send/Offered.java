package org.urdma4j.copy.send;

import org.urdma4j.copy.scan.Entry;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.TreePath;

/**
 * A file or link that was offered and not yet answered for good.
 *
 * @param tries how often it was offered before
 */
record Offered(Entry entry, TreePath target, int tries) {
    long size() {
        return entry.stat().type() == FileType.FILE ? entry.stat().size() : 0;
    }
}
