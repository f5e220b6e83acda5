package org.urdma4j.copy.tree;

/**
 * What Linux says of a file, directory or link.
 *
 * @param type what it is
 * @param attributes what a copy keeps
 * @param identity by what it is known again; its size is that of the content, in bytes
 * @param device major number in the upper half, minor in the lower
 * @param owner number of the user that it belongs to
 * @param group number of its group
 * @param links how many names it has
 * @param blocks what it takes of the disk, in units of 512 bytes
 */
public record FileStat(
        FileType type,
        Attributes attributes,
        FileIdentity identity,
        long device,
        int owner,
        int group,
        long links,
        long blocks) {
    /** Returns the length of the content in bytes; of a link, of what it says. */
    public long size() {
        return identity.size();
    }

    /** Returns whether parts of the content may take no room on the disk. */
    public boolean isSparse() {
        return type == FileType.FILE && blocks < (size() + 511) / 512;
    }

    /** Returns whether both are the same file, whatever its content. */
    public boolean isSameFile(FileStat other) {
        return device == other.device && identity.inode() == other.identity.inode();
    }
}
