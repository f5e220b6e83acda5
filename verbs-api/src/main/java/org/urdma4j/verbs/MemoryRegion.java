package org.urdma4j.verbs;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Registered memory: {@code struct ibv_mr} (ibv_reg_mr(3)). Safe for any thread; the memory itself
 * is the program's to synchronize: what a completion reports is visible to the thread that polled
 * it.
 *
 * <p>The accessors go on working after {@link #close()}; the keys are dead then.
 */
public interface MemoryRegion extends AutoCloseable {
    /** Returns the protection domain that it belongs to. */
    ProtectionDomain protectionDomain();

    /** Returns the registered memory. */
    MemorySegment segment();

    /**
     * Returns the virtual address of the first byte, as entries and the peer's requests name it.
     */
    long addr();

    /** Returns the length in bytes. */
    long length();

    /** Returns the key for our own requests. */
    int lkey();

    /** Returns the key for the peer's requests. */
    int rkey();

    /**
     * Returns an entry for {@code length} bytes from {@code offset} on.
     *
     * @throws IndexOutOfBoundsException if the range is not inside the region
     * @throws IllegalArgumentException if it is longer than 2^31 bytes
     */
    default Sge sge(long offset, long length) {
        Objects.checkFromIndexSize(offset, length, length());
        return new Sge(addr() + offset, length, lkey());
    }

    /**
     * Changes memory, domain or rights: {@code ibv_rereg_mr}. The keys and the address may be
     * others afterwards, what named the old ones fails, and windows that were bound to the region
     * open nothing any more.
     *
     * @param flags what is changed, bits of {@link ReregFlags}; the other arguments are ignored
     * @throws VerbsException as {@link ProtectionDomain#regMr} would throw, EINVAL for flags that
     *     don't exist; nothing is changed then. EOPNOTSUPP if the device can't
     */
    default void rereg(int flags, ProtectionDomain pd, MemorySegment memory, int accessFlags) {
        throw new VerbsException(Errno.EOPNOTSUPP, "memory regions can't be changed");
    }

    /**
     * Ends the registration: {@code ibv_dereg_mr}. When it returns, no work touches the memory any
     * more; requests that still name it fail. Again it does nothing.
     */
    @Override
    void close();
}
