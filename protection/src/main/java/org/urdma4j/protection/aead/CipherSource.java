package org.urdma4j.protection.aead;

/** An implementation of AEADs. Any thread. */
public interface CipherSource {
    /** Returns its name with its version, for people. */
    String name();

    boolean has(Aead aead);

    /** Returns which fault of it is known, for people to look up; empty if none is. */
    default String knownFault() {
        return "";
    }

    /**
     * Returns whether a packet leaves objects for the garbage collector, which costs more amid
     * traffic than what sealing one packet after the other shows.
     */
    default boolean leavesGarbage() {
        return true;
    }

    /**
     * Returns whether it is the JVM that makes machine code of it, which it does some time after
     * the first use; a library's is as it is from the beginning.
     */
    default boolean isCompiledHere() {
        return true;
    }

    /**
     * Returns a cipher.
     *
     * @param key 32 bytes, which are copied
     * @param iv 12 bytes, which are copied
     * @throws IllegalStateException if it can't be made, which says why without the key
     */
    PacketCipher create(Aead aead, byte[] key, byte[] iv);
}
