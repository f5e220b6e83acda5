package org.urdma4j.verbs;

/**
 * The payload that one packet carries at most, as {@code enum ibv_mtu} numbers it. The headers come
 * on top, so an Ethernet MTU of 1500 bytes gives a path MTU of 1024 and a jumbo frame of 9000 bytes
 * gives 4096.
 */
public enum Mtu {
    /** 256 bytes. */
    MTU_256(1),

    /** 512 bytes. */
    MTU_512(2),

    /** 1024 bytes: the most on Ethernet without jumbo frames. */
    MTU_1024(3),

    /** 2048 bytes. */
    MTU_2048(4),

    /** 4096 bytes. */
    MTU_4096(5);

    private static final Mtu[] VALUES = values();

    private final int value;

    Mtu(int value) {
        this.value = value;
    }

    /** Returns the number that {@code ibv_mtu} has for it, 1 to 5. */
    public int value() {
        return value;
    }

    /** Returns the payload in bytes, 256 to 4096. */
    public int bytes() {
        return 128 << value;
    }

    /**
     * Returns the constant of this number.
     *
     * @throws IllegalArgumentException if {@code value} is not one of {@code ibv_mtu}
     */
    public static Mtu fromValue(int value) {
        return EnumLookup.byValue(VALUES, Mtu::value, value, "ibv_mtu");
    }

    /**
     * Returns the constant of exactly this many bytes.
     *
     * @throws IllegalArgumentException unless {@code bytes} is 256, 512, 1024, 2048 or 4096
     */
    public static Mtu ofBytes(int bytes) {
        for (Mtu mtu : VALUES) {
            if (mtu.bytes() == bytes) {
                return mtu;
            }
        }
        throw new IllegalArgumentException(
                bytes + " bytes is no path MTU: use 256, 512, 1024, 2048 or 4096");
    }
}
