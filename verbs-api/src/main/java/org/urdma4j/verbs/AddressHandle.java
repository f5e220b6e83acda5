package org.urdma4j.verbs;

/**
 * Where a UD message goes: {@code struct ibv_ah}. Nothing creates one yet; the type stands here so
 * that {@link SendWr#ud} has its place.
 */
public interface AddressHandle extends AutoCloseable {
    /** Returns the protection domain that it belongs to. */
    ProtectionDomain protectionDomain();

    /** Destroys the handle; again it does nothing. */
    @Override
    void close();
}
