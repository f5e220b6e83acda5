package org.urdma4j.copy.tree;

import org.urdma4j.copy.tree.DiskException.Kind;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Where something is below a {@link Root}: names of bytes with a slash between them. None of them
 * is empty, {@code .}, or {@code ..}, none has a NUL, so a path can't climb. Immutable.
 */
public final class TreePath {
    /** How long a path may be, in bytes; Linux's PATH_MAX without the NUL. */
    public static final int MAX_BYTES = 4095;

    /** How long a name may be, in bytes; Linux's NAME_MAX. */
    public static final int MAX_NAME_BYTES = 255;

    public static final TreePath ROOT = new TreePath(new byte[0]);

    private final byte[] bytes;

    private TreePath(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Returns a path.
     *
     * @param path names with single slashes between them; empty for the root
     * @throws DiskException BAD_NAME if it is absolute, or if a name is empty, {@code .}, {@code
     *     ..}, too long or has a NUL, or all is too long
     */
    public static TreePath of(byte[] path) throws DiskException {
        if (path.length == 0) {
            return ROOT;
        }
        if (path.length > MAX_BYTES) {
            throw bad(path, "the path is longer than " + MAX_BYTES + " bytes");
        }
        int start = 0;
        for (int i = 0; i <= path.length; i++) {
            if (i == path.length || path[i] == '/') {
                check(path, start, i);
                start = i + 1;
            }
        }
        return new TreePath(path.clone());
    }

    /** The same of a string's UTF-8. */
    public static TreePath of(String path) throws DiskException {
        return of(path.getBytes(StandardCharsets.UTF_8));
    }

    private static void check(byte[] path, int start, int end) throws DiskException {
        int length = end - start;
        if (length == 0) {
            throw bad(path, "a name in the path is empty");
        }
        if (length > MAX_NAME_BYTES) {
            throw bad(path, "a name is longer than " + MAX_NAME_BYTES + " bytes");
        }
        boolean dots = path[start] == '.' && path[end - 1] == '.' && length <= 2;
        if (dots) {
            throw bad(path, "\".\" and \"..\" are not allowed in a path");
        }
        for (int i = start; i < end; i++) {
            if (path[i] == 0) {
                throw bad(path, "a name has a NUL");
            }
        }
    }

    private static DiskException bad(byte[] path, String words) {
        byte[] shown = path.length <= 128 ? path : Arrays.copyOf(path, 128);
        return new DiskException(Kind.BAD_NAME, Names.text(shown), words);
    }

    /**
     * Returns the path of something in the directory that this is the path of.
     *
     * @throws DiskException BAD_NAME if it is no single name, or the path becomes too long
     */
    public TreePath child(byte[] name) throws DiskException {
        for (byte b : name) {
            if (b == '/') {
                throw bad(name, "a name has a slash");
            }
        }
        check(name, 0, name.length);
        if (isRoot()) {
            return new TreePath(name.clone());
        }
        if (bytes.length + 1 + name.length > MAX_BYTES) {
            throw bad(name, "its path would be longer than " + MAX_BYTES + " bytes");
        }
        byte[] all = Arrays.copyOf(bytes, bytes.length + 1 + name.length);
        all[bytes.length] = '/';
        System.arraycopy(name, 0, all, bytes.length + 1, name.length);
        return new TreePath(all);
    }

    /** Returns the path of {@code below}, which is relative to this one, from the root. */
    public TreePath resolve(TreePath below) throws DiskException {
        if (isRoot() || below.isRoot()) {
            return isRoot() ? below : this;
        }
        byte[] all = Arrays.copyOf(bytes, bytes.length + 1 + below.bytes.length);
        all[bytes.length] = '/';
        System.arraycopy(below.bytes, 0, all, bytes.length + 1, below.bytes.length);
        return of(all);
    }

    public boolean isRoot() {
        return bytes.length == 0;
    }

    /** Returns the path of the directory that this is in; the root's is the root. */
    public TreePath parent() {
        int slash = lastSlash();
        return slash < 0 ? ROOT : new TreePath(Arrays.copyOf(bytes, slash));
    }

    /** Returns the last name, a copy; the root's is empty. */
    public byte[] name() {
        return Arrays.copyOfRange(bytes, lastSlash() + 1, bytes.length);
    }

    /** Returns whether this is {@code directory}, or somewhere below. */
    public boolean isWithin(TreePath directory) {
        int length = directory.bytes.length;
        return length == 0 || isBelow(directory.bytes);
    }

    private boolean isBelow(byte[] directory) {
        int length = directory.length;
        return bytes.length >= length
                && Arrays.equals(directory, 0, length, bytes, 0, length)
                && (bytes.length == length || bytes[length] == '/');
    }

    private int lastSlash() {
        int i = bytes.length - 1;
        while (i >= 0 && bytes[i] != '/') {
            i--;
        }
        return i;
    }

    /** Returns the bytes, a copy. */
    public byte[] bytes() {
        return bytes.clone();
    }

    public int length() {
        return bytes.length;
    }

    byte[] raw() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TreePath path && Arrays.equals(bytes, path.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Returns it as {@link Names#text} shows it; the root is {@code .}. */
    @Override
    public String toString() {
        return isRoot() ? "." : Names.text(bytes);
    }
}
