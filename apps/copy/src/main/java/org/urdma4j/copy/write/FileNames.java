package org.urdma4j.copy.write;

import org.urdma4j.copy.tree.ReservedNames;
import org.urdma4j.copy.tree.TreePath;

import java.util.random.RandomGenerator;

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
    /** Returns the same with names that nobody can foretell, which no later copy goes on with. */
    FileNames byChance(RandomGenerator random) {
        return new FileNames(
                path,
                name,
                ReservedNames.temporary(random.nextLong()),
                ReservedNames.temporary(random.nextLong()));
    }

    static FileNames of(TreePath path) {
        byte[] name = path.name();
        return new FileNames(path, name, ReservedNames.partial(name), ReservedNames.journal(name));
    }
}
