package org.urdma4j.hadoop;

import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.Path;
import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.TreePath;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Names of Hadoop, which are text, and of a server, which are bytes. */
final class Paths {
    private Paths() {}

    /**
     * Returns where an absolute path is on the server.
     *
     * @throws InvalidPathException if a name is too long, or none
     */
    static TreePath of(Path absolute) {
        String text = absolute.toUri().getPath();
        try {
            return TreePath.of(text.startsWith("/") ? text.substring(1) : text);
        } catch (DiskException e) {
            throw new InvalidPathException(text, e.getMessage());
        }
    }

    /** Returns the path of a name in a folder; empty for one that isn't UTF-8. */
    static Optional<Path> child(Path folder, ByteString name) {
        byte[] bytes = name.toBytes();
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (!ByteString.of(text).equals(name)) {
            return Optional.empty();
        }
        return Optional.of(child(folder, text));
    }

    static Path child(Path folder, String name) {
        // a colon in a name, taken apart as an URI, would be the end of a scheme
        return new Path(folder, new Path(null, null, name));
    }
}
