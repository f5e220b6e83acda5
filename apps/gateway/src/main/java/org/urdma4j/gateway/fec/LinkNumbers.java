package org.urdma4j.gateway.fec;

/**
 * Numbers of protected frames and the tags that tell them: 1 to 63 in turn, 0 for a frame that is
 * not protected, such as one that is sent again. Messages have the numbers modulo a multiple of 63.
 */
final class LinkNumbers {
    /** The tag of a frame without a number. */
    static final int NONE = 0;

    /** A number that a gateway begins with: 0 in messages. */
    static final long FIRST = 63L << 26;

    private static final int TAGS = 63;
    private static final long SPACE = FIRST;

    /** A frame may be so much older than the newest; beyond that it is taken for a newer one. */
    static final int OLDER = 31;

    private LinkNumbers() {}

    static int tag(long number) {
        return 1 + (int) Math.floorMod(number, (long) TAGS);
    }

    /** Returns the 32 bits that messages have for a number. */
    static int bits(long number) {
        return (int) (number % SPACE);
    }

    /** Returns the number nearest to the newest that messages have these 32 bits for. */
    static long near(long newest, int bits) {
        long ahead = Math.floorMod(Integer.toUnsignedLong(bits) - newest, SPACE);
        return newest + (ahead <= SPACE / 2 ? ahead : ahead - SPACE);
    }

    /** Returns the number that a tag of 1 to 63 stands for, given the newest that has come. */
    static long unwrap(long newest, int tag) {
        int ahead = Math.floorMod(tag - tag(newest), TAGS);
        return newest + (ahead < TAGS - OLDER ? ahead : ahead - TAGS);
    }
}
