package org.urdma4j.copy.message;

import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.Metadata;
import org.urdma4j.copy.tree.Preserve;
import org.urdma4j.copy.tree.TreePath;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * What one end says to the other. {@code id} is a number by which an answer says what it is the
 * answer to. Paths are from the folder that is served.
 *
 * <p>Values are immutable but for {@code data}, which belongs to whoever made the message: of one
 * that was received it lasts until the next is.
 */
public sealed interface Message {
    /** The first of who connects: the version that it speaks. */
    record Hello(int version) implements Message {}

    /** Answers {@link Hello}; {@code readOnly} says that nothing can be written. */
    record Welcome(int version, boolean readOnly) implements Message {}

    /** Says that this end is alive. Not answered. */
    record Ping() implements Message {}

    /** What was asked for is done. */
    record Done(int id) implements Message {}

    /** What was asked for isn't done; {@code text} says why, in a line that names the path. */
    record Failed(int id, Fault fault, String text) implements Message {}

    /** Asks for the facts of a path. Answered by {@link Found} or {@link Failed}. */
    record Stat(int id, TreePath path) implements Message {}

    /** Answers {@link Stat}. */
    record Found(int id, Facts facts) implements Message {}

    /** The client sends: a pass begins, which {@link Over} ends. */
    record Push(PassOptions options) implements Message {}

    /**
     * Asks the server to send: a pass begins, which {@link Over} ends.
     *
     * @param excludes globs that are left out
     * @param part of {@code parts} in which the files are cut up, one for each connection
     */
    record Pull(TreePath path, PassOptions options, List<ByteString> excludes, int part, int parts)
            implements Message {
        public Pull {
            excludes = List.copyOf(excludes);
        }
    }

    /** A folder. Answered only by {@link Failed}. */
    record Folder(int id, TreePath path, Attributes attributes) implements Message {}

    /** A symbolic link. Answered by {@link Same}, {@link Done} or {@link Failed}. */
    record Link(int id, TreePath path, Facts facts, ByteString target) implements Message {}

    /**
     * A file that could be sent. Answered by {@link Same}, {@link Want} or {@link Failed}.
     *
     * @param sparse whether it has holes
     * @param sha256 of the content where that is compared, otherwise empty
     */
    record Offer(int id, TreePath path, Facts facts, boolean sparse, ByteString sha256)
            implements Message {}

    /** Answers {@link Offer}: it is there already. */
    record Same(int id) implements Message {}

    /** Answers {@link Offer}: it is to be sent, but for chunks that are there. */
    record Want(int id, List<ChunkRange> have) implements Message {
        public Want {
            have = List.copyOf(have);
        }
    }

    /** All of a file of at most one chunk. Answered by {@link Done} or {@link Failed}. */
    record Whole(int id, ByteString sha256, ByteBuffer data) implements Message {}

    /** One chunk of a longer file. */
    record Chunk(int id, long index, ByteString sha256, ByteBuffer data) implements Message {}

    /** A chunk of zeros that takes no room at the sender's. */
    record Hole(int id, long index) implements Message {}

    /** Ends a file that came in chunks. Answered by {@link Done} or {@link Failed}. */
    record End(int id) implements Message {}

    /** A file can't be sent after all. Answered by {@link Failed}, with the same words. */
    record Abandon(int id, Fault fault, String text) implements Message {}

    /** Something is there, which isn't to be removed; of {@link PassOptions.Kind#KEEP}. */
    record Keep(TreePath path) implements Message {}

    /** Something can't be sent, for a reason that is no failure of a single file. Not answered. */
    record Skipped(Fault fault, String text) implements Message {}

    /** All was offered: so many files, with so many bytes. Answered by {@link Done}. */
    record Total(int id, long files, long bytes) implements Message {}

    /** All was answered; the pass is over. Not answered. */
    record Over() implements Message {}

    /** Gives the folders of all passes their attributes. */
    record Finish(int id) implements Message {}

    /**
     * Removes what is below a path and wasn't said to be kept. Answered by {@link Removed} for
     * each, and {@link Done}.
     *
     * @param dryRun whether it is only told
     */
    record RemoveRest(int id, TreePath path, List<ByteString> excludes, boolean dryRun)
            implements Message {
        public RemoveRest {
            excludes = List.copyOf(excludes);
        }
    }

    /** Something is removed. */
    record Removed(TreePath path) implements Message {}

    /**
     * Asks for what is in a folder, not in those in it. Answered by {@link Listed} for each, and
     * {@link Done}.
     */
    record ListFolder(int id, TreePath path) implements Message {}

    /** One entry of a folder. */
    record Listed(int id, ByteString name, Facts facts) implements Message {}

    record MakeFolder(int id, TreePath path, int permissions) implements Message {}

    /** Removes a file, a link, or a folder that is empty. */
    record Remove(int id, TreePath path) implements Message {}

    /** Gives a path another name; what is there is replaced, if it is no folder. */
    record Rename(int id, TreePath from, TreePath to) implements Message {}

    /** Asks for part of a file. Answered by {@link Part} or {@link Failed}. */
    record Read(int id, TreePath path, long offset, int length) implements Message {}

    /** Answers {@link Read}; shorter where the file ends. */
    record Part(int id, ByteBuffer data) implements Message {}

    /**
     * Asks for the checksums of part of a file, of {@value Limits#SUMMED} bytes at most. Answered
     * by {@link Checksummed} or {@link Failed}.
     */
    record Checksum(int id, TreePath path, long offset, int length) implements Message {}

    /**
     * Answers {@link Checksum}.
     *
     * @param length bytes that there were; fewer than asked for where the file ends
     * @param crc32c of all of them
     * @param md5 of the CRC-32C of each {@value Limits#CELL} of them
     */
    record Checksummed(int id, int length, int crc32c, ByteString md5) implements Message {}

    /**
     * Begins a new file, which has no name until {@link Commit}. Answered by {@link Done} or {@link
     * Failed}; {@code id} stands for the file from then on.
     *
     * @param replace whether it may take the place of a file that is there
     */
    record Create(int id, TreePath path, int permissions, boolean replace) implements Message {}

    /**
     * Adds to what {@link Create} began. Not answered; what goes wrong is said to {@link Commit}.
     *
     * @param sha256 of the data
     */
    record Write(int id, ByteString sha256, ByteBuffer data) implements Message {}

    /**
     * Gives the file of {@link Create} its name. Answered by {@link Done} or {@link Failed}; {@code
     * id} means nothing any more. {@link Abandon} lets go of the file instead.
     */
    record Commit(int id) implements Message {}

    /**
     * Sets permissions, the time of modification, or both. Answered by {@link Done} or {@link
     * Failed}.
     */
    record SetAttributes(
            int id, TreePath path, boolean permissions, boolean time, Attributes attributes)
            implements Message {}

    /**
     * Asks which folder a path leads to when links are followed that stay in the folder that is
     * served. Answered by {@link Resolved} or {@link Failed}.
     */
    record Resolve(int id, TreePath path) implements Message {}

    /** Answers {@link Resolve}: a folder, with no link on the way. */
    record Resolved(int id, TreePath path) implements Message {}

    /**
     * Adds to what the next {@link Pull} is for, instead of all: names of what is below its path,
     * each with a NUL behind, and with a slash before that if of a folder all is meant. Not
     * answered.
     */
    record Select(ByteBuffer data) implements Message {}

    /** Gives a path another name that nothing has; otherwise as {@link Rename}. */
    record Move(int id, TreePath from, TreePath to) implements Message {}

    /** Says what all passes to come keep. Answered by {@link Preserved}. */
    record SetPreserve(int id, Preserve preserve) implements Message {}

    /** Answers {@link SetPreserve}; says what of it is kept if this end writes. */
    record Preserved(int id, Preserve preserve) implements Message {}

    /**
     * What is kept of the folder, link or file that comes next with this number, with the sender's
     * numbers of users and groups. Not answered.
     */
    record Described(int id, Metadata metadata) implements Message {}

    /** The name of a user or group whose number comes in {@link Described}. Not answered. */
    record Account(boolean group, int number, ByteString name) implements Message {}

    /**
     * A file that has another name, under which it is there already. Answered as {@link Link}.
     *
     * @param to the other name
     */
    record HardLink(int id, TreePath path, TreePath to) implements Message {}

    /**
     * Says that this is one of several connections of one copy, before any pass. Answered by {@link
     * Done}; then chunks of files may be lent to it.
     *
     * @param token the same for all of them, and nobody else can guess it
     * @param part which of {@code parts} connections this is
     */
    record Join(int id, ByteString token, int part, int parts) implements Message {}

    /**
     * Some chunks of a file that was offered over a connection of the same copy, and is wanted
     * there, come over this one, under this number: {@link Chunk} and {@link Hole} for each, then
     * {@link End}, answered by {@link Done} when they are written, or {@link Abandon}.
     *
     * @param part the connection that the file was offered over
     * @param file its number there
     */
    record Lend(int id, int part, int file) implements Message {}

    /**
     * Has {@link Owner} come before each {@link Found} and {@link Listed}. Answered by {@link
     * Done}.
     */
    record TellOwners(int id) implements Message {}

    /**
     * Whom what comes next belongs to: names, or where there are none numbers in decimal.
     *
     * @param id of what it is part of the answer to
     */
    record Owner(int id, ByteString user, ByteString group) implements Message {}

    /**
     * Gives a file or folder to others, by names or numbers in decimal; who is empty stays.
     * Answered by {@link Done} or {@link Failed}.
     */
    record SetOwner(int id, TreePath path, ByteString user, ByteString group) implements Message {}
}
