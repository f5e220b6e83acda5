package org.urdma4j.copy.client;

import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.PassOptions;
import org.urdma4j.copy.scan.Excludes;
import org.urdma4j.copy.send.Listed;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.Preserve;

import java.util.List;

/**
 * How a copy is made.
 *
 * @param resume whether what an earlier copy has left is gone on with
 * @param checksum whether content is compared by SHA-256, not by size and modification time
 * @param verify whether all is read again at both ends afterwards
 * @param delete whether what the source hasn't is removed from the target's folders
 * @param dryRun whether nothing is written
 * @param excludes globs of what is left out
 * @param force whether what the target has gives way to what the source has of another kind, where
 *     it otherwise wouldn't; a folder that isn't empty only if nothing is excluded
 * @param listed what is copied of each source; null for all
 * @param preserve what else is kept
 */
public record CopyOptions(
        boolean resume,
        boolean checksum,
        boolean verify,
        boolean delete,
        boolean dryRun,
        List<ByteString> excludes,
        boolean force,
        List<Listed> listed,
        Preserve preserve) {
    /** Resumes; nothing else. */
    public static final CopyOptions DEFAULT =
            new CopyOptions(true, false, false, false, false, List.of());

    public CopyOptions {
        excludes = List.copyOf(excludes);
    }

    /** The same of all, without force; keeps nothing else. */
    public CopyOptions(
            boolean resume,
            boolean checksum,
            boolean verify,
            boolean delete,
            boolean dryRun,
            List<ByteString> excludes) {
        this(resume, checksum, verify, delete, dryRun, excludes, false, null, Preserve.NONE);
    }

    /** Returns the same of what is listed. */
    public CopyOptions of(List<Listed> some) {
        return new CopyOptions(
                resume,
                checksum,
                verify,
                delete,
                dryRun,
                excludes,
                force,
                List.copyOf(some),
                preserve);
    }

    /** Returns the same, which keeps more. */
    public CopyOptions with(Preserve more) {
        return new CopyOptions(
                resume, checksum, verify, delete, dryRun, excludes, force, listed, more);
    }

    /** Returns a copy that finds out what there is to do, and does nothing. */
    public CopyOptions planned() {
        return new CopyOptions(
                resume, checksum, false, false, true, excludes, force, listed, preserve);
    }

    PassOptions pass(PassOptions.Kind kind) {
        return new PassOptions(kind, checksum, resume, force && excludes.isEmpty());
    }

    /** Returns the pass that copies, or says what would be. */
    PassOptions copyPass() {
        return pass(dryRun ? PassOptions.Kind.DRY_RUN : PassOptions.Kind.COPY);
    }

    /**
     * Returns what is left out.
     *
     * @throws DiskException BAD_NAME if a glob can't be read
     */
    public Excludes globs() throws DiskException {
        return Excludes.of(excludes.stream().map(ByteString::toBytes).toList());
    }
}
