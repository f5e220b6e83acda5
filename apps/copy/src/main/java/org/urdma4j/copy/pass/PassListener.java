package org.urdma4j.copy.pass;

import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.tree.TreePath;

/**
 * Told of what happens in a pass, at once and by several threads; must not wait. Paths are those of
 * the target.
 */
public interface PassListener {
    /** Wants to know nothing. */
    PassListener NONE = new PassListener() {};

    /** A file, or a link, was found. */
    default void onFound(long bytes) {}

    /** One that was found needs nothing. */
    default void onSame(TreePath path, long bytes) {}

    /** One that was found is to be copied; {@code have} bytes of it are there. */
    default void onWanted(TreePath path, long bytes, long have) {}

    /** Bytes of content have left, or come. */
    default void onMoved(long bytes) {}

    /** A file, or a link, is whole under its name. */
    default void onDone(TreePath path) {}

    /** A file changed while it was read, and is copied again. */
    default void onAgain(TreePath path) {}

    /** Another copy writes a file; it is tried again for a while. Told once. */
    default void onInUse(TreePath path) {}

    /** Something wasn't done; {@code text} names it. */
    default void onFailed(Fault fault, String text) {}

    /** Something is removed, or would be. */
    default void onRemoved(TreePath path) {}
}
