package org.urdma4j.copy.tree;

import java.util.Arrays;

/** {@code openat2} without links, by one {@code openat} for each name. */
final class NameByName {
    private NameByName() {}

    /** Returns what the last {@code openat} did, or minus errno of the first that failed. */
    static int open(int root, byte[] path, int flags) {
        int dir = root;
        int start = 0;
        for (int i = 0; i < path.length; i++) {
            if (path[i] == '/') {
                int next = step(dir, Arrays.copyOfRange(path, start, i));
                close(dir, root);
                if (next < 0) {
                    return next;
                }
                dir = next;
                start = i + 1;
            }
        }
        byte[] last = Arrays.copyOfRange(path, start, path.length);
        int fd = NameCalls.here().openat(dir, last, flags | Abi.O_NOFOLLOW, 0);
        close(dir, root);
        return fd;
    }

    private static int step(int dir, byte[] name) {
        int flags = Abi.O_PATH | Abi.O_DIRECTORY | Abi.O_NOFOLLOW;
        return NameCalls.here().openat(dir, name, flags, 0);
    }

    private static void close(int dir, int root) {
        if (dir != root) {
            FileCalls.here().close(dir);
        }
    }
}
