package org.urdma4j.transport.port.linux;

/**
 * Sockets that have one address and UDP port together (SO_REUSEPORT of socket(7)). The kernel
 * numbers them from 0 in the order in which they came to it; a program says which of them a
 * datagram is for.
 */
public final class PortGroup {
    private static final int SO_ATTACH_REUSEPORT_CBPF = 51;

    private static final int LOAD_WORD = 0x20;
    private static final int AND = 0x54;
    private static final int REMAINDER = 0x94;
    private static final int JUMP_IF_AT_LEAST = 0x35;
    private static final int RETURN = 0x06;
    private static final int RETURN_RESULT = 0x16;

    private PortGroup() {}

    /**
     * Has each datagram given to the socket that a number in it says: to that which the number
     * leaves when divided by the number of sockets, but to the first if it is less than {@code
     * least}. What is too short for the number goes to the first, too. Of joined datagrams the
     * first one's number decides for all.
     *
     * @param fd of any socket of the group, which has two at least
     * @param offset of the 32-bit word in a datagram whose lower bits, in network order, are it
     * @param mask of these bits
     * @throws KernelRefusal EINVAL if the socket is in no group, ENOPROTOOPT on a kernel before 4.5
     */
    public static void steer(int fd, int offset, int mask, int least, int sockets) {
        FilterStep[] steps = {
            new FilterStep(LOAD_WORD, 0, 0, offset), // beyond the end it ends the program with 0
            new FilterStep(AND, 0, 0, mask),
            new FilterStep(JUMP_IF_AT_LEAST, 0, 2, least),
            new FilterStep(REMAINDER, 0, 0, sockets),
            new FilterStep(RETURN_RESULT, 0, 0, 0),
            new FilterStep(RETURN, 0, 0, 0),
        };
        long[] program = new long[steps.length];
        for (int i = 0; i < steps.length; i++) {
            program[i] = steps[i].code();
        }
        SocketPrograms.attach(new Libc(), fd, SO_ATTACH_REUSEPORT_CBPF, program);
    }
}
