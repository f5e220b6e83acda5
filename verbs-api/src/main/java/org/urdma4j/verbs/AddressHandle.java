package org.urdma4j.verbs;

/**
 * Where a UD message goes: {@code struct ibv_ah}, made by {@link ProtectionDomain#createAh} and
 * named by {@link SendWr#ud}. Closing it is no matter to what was posted with it before. Safe for
 * any thread.
 */
public interface AddressHandle extends AutoCloseable {
    /** Returns the protection domain that it belongs to. */
    ProtectionDomain protectionDomain();

    /** Destroys the handle: {@code ibv_destroy_ah}. Again it does nothing. */
    @Override
    void close();
}
