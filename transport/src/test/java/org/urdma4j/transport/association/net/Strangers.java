package org.urdma4j.transport.association.net;

/** Shows other tests who is at a device's key port. */
public final class Strangers {
    private Strangers() {}

    /** Returns how many shake hands. */
    public static int of(Associations associations) {
        return associations.strangers();
    }
}
