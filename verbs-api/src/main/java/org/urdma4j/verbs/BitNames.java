package org.urdma4j.verbs;

/** Prints a set of bits by their names. */
final class BitNames {
    private BitNames() {}

    /**
     * Joins the names of the set bits by {@code |}; bits without a name come last, in hexadecimal.
     *
     * @param names the name of bit i at index i, or null where bit i has none
     */
    static String describe(int bits, String... names) {
        if (bits == 0) {
            return "0";
        }
        StringBuilder text = new StringBuilder();
        int unnamed = bits;
        for (int bit = 0; bit < names.length; bit++) {
            if ((bits & 1 << bit) != 0 && names[bit] != null) {
                separate(text).append(names[bit]);
                unnamed &= ~(1 << bit);
            }
        }
        if (unnamed != 0) {
            separate(text).append("0x").append(Integer.toHexString(unnamed));
        }
        return text.toString();
    }

    private static StringBuilder separate(StringBuilder text) {
        return text.isEmpty() ? text : text.append('|');
    }
}
