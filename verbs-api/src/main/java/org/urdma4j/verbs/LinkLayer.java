package org.urdma4j.verbs;

/** What a port is attached to, as libibverbs numbers it: {@code IBV_LINK_LAYER_…}. */
public enum LinkLayer {
    /** Not told. */
    UNSPECIFIED(0),

    /** InfiniBand. */
    INFINIBAND(1),

    /** Ethernet, or whatever carries IP: RoCE. */
    ETHERNET(2);

    private static final LinkLayer[] VALUES = values();

    private final int value;

    LinkLayer(int value) {
        this.value = value;
    }

    /** Returns the number that libibverbs has for it. */
    public int value() {
        return value;
    }

    /**
     * Returns the constant of this number.
     *
     * @throws IllegalArgumentException if {@code value} is not one of them
     */
    public static LinkLayer fromValue(int value) {
        return EnumLookup.byValue(VALUES, LinkLayer::value, value, "link_layer");
    }
}
