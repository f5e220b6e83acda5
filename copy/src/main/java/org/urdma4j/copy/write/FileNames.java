package org.urdma4j.copy.write;

import org.urdma4j.copy.tree.ReservedNames;
import org.urdma4j.copy.tree.TreePath;

/**
 * The names of a file that arrives in chunks.
 *
 * @param path where it will be
 * @param name the last name of it
 * @param partial what it is called until then
 * @param journal what says which chunks are there
 */
@SuppressWarnings("ArrayRecordComponent") // for one file, in one package
record FileNames(TreePath path, byte[] name, byte[] partial, byte[] journal) {
    static FileNames of(TreePath path) {
        byte[] name = path.name();
        return new FileNames(path, name, ReservedNames.partial(name), ReservedNames.journal(name));
    }
}
