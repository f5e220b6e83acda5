package org.urdma4j.codec.icrc;

/**
 * Arithmetic of polynomials over GF(2) modulo the CRC-32 polynomial, in the bit order of the CRC:
 * bit 31 is the coefficient of x^0 and bit 0 that of x^31.
 */
final class Crc32Field {
    private static final int POLYNOMIAL = 0xedb8_8320;
    private static final int ONE = 1 << 31;
    private static final int DEGREE = 32;

    /** x^-8, x^-16, x^-32 and so on, each the square of the one before it. */
    private static final int[] INVERSE_BYTE_POWERS = inverseBytePowers();

    private static final int X_8 = ONE >>> Byte.SIZE;
    private static final int LOW_BITS = 7;
    private static final int LOW_COUNT = 1 << LOW_BITS;

    /** The longest datagram. */
    private static final int MOST_BYTES = 0xffff;

    /** x^(8 i) for each i below {@link #LOW_COUNT}, and for each multiple of it. */
    private static final int[] LOW = powers(X_8, LOW_COUNT + 1);

    private static final int[] HIGH = powers(LOW[LOW_COUNT], (MOST_BYTES >>> LOW_BITS) + 1);

    private Crc32Field() {}

    /** Returns the product of two polynomials. */
    static int multiply(int a, int b) {
        int product = 0;
        int shifted = b;
        for (int bit = DEGREE - 1; bit >= 0; bit--) {
            product ^= shifted & -((a >>> bit) & 1);
            shifted = (shifted >>> 1) ^ (POLYNOMIAL & -(shifted & 1));
        }
        return product;
    }

    /**
     * Returns x^(-8 {@code bytes}): a CRC without initial value multiplied by it is what it was
     * before that many zero bytes went in.
     */
    static int inverseOfZeroBytes(int bytes) {
        int power = ONE;
        for (int i = 0; i < INVERSE_BYTE_POWERS.length; i++) {
            if (((bytes >>> i) & 1) != 0) {
                power = multiply(power, INVERSE_BYTE_POWERS[i]);
            }
        }
        return power;
    }

    /**
     * Returns x^(8 {@code bytes}): a CRC without initial value multiplied by it is what it is after
     * that many zero bytes.
     *
     * @throws IndexOutOfBoundsException if {@code bytes} is not 0 to 65535
     */
    static int zeroBytes(int bytes) {
        return multiply(LOW[bytes & (LOW_COUNT - 1)], HIGH[bytes >>> LOW_BITS]);
    }

    private static int[] powers(int base, int count) {
        int[] powers = new int[count];
        int power = ONE;
        for (int i = 0; i < count; i++) {
            powers[i] = power;
            power = multiply(power, base);
        }
        return powers;
    }

    private static int[] inverseBytePowers() {
        int power = ONE;
        for (int i = 0; i < Byte.SIZE; i++) {
            power = divideByX(power);
        }
        int[] powers = new int[Integer.SIZE - 1];
        for (int i = 0; i < powers.length; i++) {
            powers[i] = power;
            power = multiply(power, power);
        }
        return powers;
    }

    /** The polynomial has a coefficient of x^0, so a set bit 31 tells that it was added. */
    private static int divideByX(int a) {
        return a < 0 ? ((a ^ POLYNOMIAL) << 1) | 1 : a << 1;
    }
}
