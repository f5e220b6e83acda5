package org.urdma4j.copy.write;

/** How what a target has under a name differs from the source. */
public enum Difference {
    /** It doesn't, as far as size and time of modification say. */
    NONE,
    /** In permissions, or in the time of modification of a directory or link. */
    ATTRIBUTES,
    /** In size or time of modification of a file, or in what a link says. */
    CONTENT,
    /** There is nothing under the name. */
    ABSENT,
    /** One is a file, the other a directory or link, or the target's a device. */
    TYPE
}
