package org.urdma4j.copy.tree;

import org.urdma4j.copy.tree.DiskException.Kind;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Extended attributes of what a descriptor stands for. */
final class Xattrs {
    private Xattrs() {}

    /** Returns those of some kinds, by their names. */
    static SortedMap<String, ByteBuffer> read(int fd, XattrKinds kinds, TreePath at)
            throws DiskException {
        SortedMap<String, ByteBuffer> all = new TreeMap<>();
        if (kinds.isNone()) {
            return all;
        }
        CallErrors.check("listxattr", at);
        MetadataCalls calls = MetadataCalls.here();
        long length = calls.list(fd);
        if (length == -ErrnoKinds.EOPNOTSUPP) {
            return all;
        }
        check(length, at, "its attributes can't be listed");
        String names = new String(calls.got(length), StandardCharsets.ISO_8859_1);
        long bytes = 0;
        for (String name : names.split("\0", -1)) {
            if (name.isEmpty() || !kinds.has(name)) {
                continue;
            }
            long got = calls.get(fd, name);
            if (got == -ErrnoKinds.ENODATA) {
                continue; // gone meanwhile
            }
            check(got, at, "its attribute %s can't be read".formatted(shown(name)));
            all.put(name, ByteBuffer.wrap(calls.got(got)).asReadOnlyBuffer());
            bytes += name.length() + got + Metadata.OVERHEAD;
        }
        if (bytes > Metadata.MOST_BYTES) {
            throw new DiskException(
                    Kind.TOO_LARGE, at, "has more than 1 MiB of extended attributes");
        }
        return all;
    }

    /** Returns the names of those that differ. */
    static Set<String> differing(
            SortedMap<String, ByteBuffer> one, SortedMap<String, ByteBuffer> other) {
        Set<String> names = new TreeSet<>(one.keySet());
        names.addAll(other.keySet());
        names.removeIf(name -> one.containsKey(name) && one.get(name).equals(other.get(name)));
        return names;
    }

    /** Sets one, or removes it if there is no value. */
    static void set(int fd, String name, ByteBuffer value, TreePath at) throws DiskException {
        CallErrors.check("setxattr", at);
        MetadataCalls calls = MetadataCalls.here();
        if (value == null) {
            int result = calls.remove(fd, name);
            if (result != -ErrnoKinds.ENODATA) {
                check(result, at, "its attribute %s can't be removed".formatted(shown(name)));
            }
            return;
        }
        String words = "its attribute %s can't be set".formatted(shown(name));
        if (value.remaining() > MetadataCalls.MOST || name.length() > TreePath.MAX_NAME_BYTES) {
            throw new DiskException(Kind.TOO_LARGE, at, words + ": it is too long");
        }
        check(calls.set(fd, name, value), at, words);
    }

    private static String shown(String name) {
        return Names.text(name.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static void check(long result, TreePath at, String words) throws DiskException {
        if (result >= 0) {
            return;
        }
        int errno = (int) -result;
        String why =
                switch (errno) {
                    case ErrnoKinds.EOPNOTSUPP -> "the file system keeps none of this kind";
                    case ErrnoKinds.EPERM, ErrnoKinds.EACCES -> "permission denied";
                    case ErrnoKinds.ENOSPC, ErrnoKinds.E2BIG, ErrnoKinds.EDQUOT ->
                            "the file system has no room for it";
                    case ErrnoKinds.ENOENT -> "there is no /proc";
                    default -> "errno " + errno;
                };
        boolean denied = errno == ErrnoKinds.EPERM || errno == ErrnoKinds.EACCES;
        throw new DiskException(denied ? Kind.NO_PERMISSION : Kind.IO, at, words + ": " + why);
    }
}
