package org.urdma4j.copy.receive;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Files that one connection of a copy has opened and others may bring chunks of. Any thread may
 * call.
 */
public final class LentFiles {
    /** A connection of the copy, and the number of a file there. */
    private record Key(int part, int id) {}

    private final Map<Key, LargeFile> files = new ConcurrentHashMap<>();

    void put(int part, int id, LargeFile file) {
        files.put(new Key(part, id), file);
    }

    /** Returns null if it isn't expected, or not any more. */
    LargeFile get(int part, int id) {
        return files.get(new Key(part, id));
    }

    void remove(int part, int id) {
        files.remove(new Key(part, id));
    }
}
