package org.urdma4j.copy.message;

/** The version of the messages. */
public final class Version {
    /** Both ends must speak the same. */
    public static final int CURRENT = 1;

    private Version() {}
}
