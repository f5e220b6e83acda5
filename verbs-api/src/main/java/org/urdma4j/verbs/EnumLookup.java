package org.urdma4j.verbs;

import java.util.function.ToIntFunction;

/** Finds an enum constant by the number that libibverbs gives it. */
final class EnumLookup {
    private EnumLookup() {}

    static <E extends Enum<E>> E byValue(
            E[] constants, ToIntFunction<E> valueOf, int value, String cName) {
        for (E constant : constants) {
            if (valueOf.applyAsInt(constant) == value) {
                return constant;
            }
        }
        throw new IllegalArgumentException(value + " is not a value of " + cName);
    }
}
