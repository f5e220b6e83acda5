package org.urdma4j.gateway.bridge.port;

import java.nio.ByteBuffer;

/**
 * The kernel's machine for classic packet filters (linux/filter.h), as far as the filters of
 * bridges need it.
 */
final class FilterMachine {
    private static final int LOAD_WORD = 0x20;
    private static final int LOAD_HALF = 0x28;
    private static final int LOAD_BYTE = 0x30;
    private static final int LOAD_LENGTH = 0x80;
    private static final int AND = 0x54;
    private static final int JUMP_IF_EQUAL = 0x15;
    private static final int JUMP_IF_AT_LEAST = 0x35;
    private static final int JUMP_IF_ANY_BIT = 0x45;
    private static final int RETURN = 0x06;

    private FilterMachine() {}

    /** Returns whether a frame is given to the socket; one that is read behind its end isn't. */
    static boolean passes(long[] program, byte[] frame) {
        ByteBuffer b = ByteBuffer.wrap(frame);
        int a = 0;
        for (int i = 0; i < program.length; i++) {
            int operand = (int) (program[i] >>> 32);
            int opcode = (int) (program[i] & 0xffff);
            int bytes =
                    switch (opcode) {
                        case LOAD_WORD -> Integer.BYTES;
                        case LOAD_HALF -> Short.BYTES;
                        case LOAD_BYTE -> 1;
                        default -> 0;
                    };
            if (operand + bytes > frame.length && bytes > 0) {
                return false;
            }
            switch (opcode) {
                case LOAD_WORD -> a = b.getInt(operand);
                case LOAD_HALF -> a = b.getShort(operand) & 0xffff;
                case LOAD_BYTE -> a = b.get(operand) & 0xff;
                case LOAD_LENGTH -> a = frame.length;
                case AND -> a &= operand;
                case JUMP_IF_EQUAL -> i += skip(program[i], a == operand);
                case JUMP_IF_AT_LEAST ->
                        i += skip(program[i], Integer.compareUnsigned(a, operand) >= 0);
                case JUMP_IF_ANY_BIT -> i += skip(program[i], (a & operand) != 0);
                case RETURN -> {
                    return operand != 0;
                }
                default -> throw new AssertionError("no such opcode: " + opcode);
            }
        }
        throw new AssertionError("no verdict");
    }

    private static int skip(long instruction, boolean holds) {
        return (int) (instruction >>> (holds ? 16 : 24)) & 0xff;
    }
}
