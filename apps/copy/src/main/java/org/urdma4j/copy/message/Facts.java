package org.urdma4j.copy.message;

import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.FileIdentity;
import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.FileType;

import java.util.Objects;

/**
 * What the other end is told of a file, folder or link.
 *
 * @param type what it is
 * @param attributes what a copy keeps
 * @param identity by what it is known again
 */
public record Facts(FileType type, Attributes attributes, FileIdentity identity) {
    /** Checks that nothing is missing, and that the size isn't negative. */
    public Facts {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(attributes, "attributes");
        if (identity.size() < 0) {
            throw new IllegalArgumentException("no size: " + identity.size());
        }
    }

    public static Facts of(FileStat stat) {
        return new Facts(stat.type(), stat.attributes(), stat.identity());
    }

    /** Returns the same with other attributes. */
    public Facts with(Attributes others) {
        return new Facts(type, others, identity);
    }

    /** Returns the length of the content in bytes. */
    public long size() {
        return identity.size();
    }
}
