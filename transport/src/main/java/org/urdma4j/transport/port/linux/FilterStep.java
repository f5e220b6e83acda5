package org.urdma4j.transport.port.linux;

/**
 * One instruction of the kernel's classic packet filter (linux/filter.h).
 *
 * @param opcode what to do
 * @param ifTrue instructions to skip if a comparison holds
 * @param ifFalse instructions to skip if it doesn't
 * @param operand offset, number or length
 */
record FilterStep(int opcode, int ifTrue, int ifFalse, int operand) {
    /** Returns it as {@code struct sock_filter}, of a little-endian machine. */
    long code() {
        return (opcode & 0xffffL)
                | ((ifTrue & 0xffL) << 16)
                | ((ifFalse & 0xffL) << 24)
                | (Integer.toUnsignedLong(operand) << 32);
    }
}
