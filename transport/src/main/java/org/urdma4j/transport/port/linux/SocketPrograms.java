package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Gives the kernel programs of its classic packet filter for a socket. */
final class SocketPrograms {
    private static final int SOCK_FILTER = 8;

    private SocketPrograms() {}

    /**
     * Attaches a program.
     *
     * @param option of SOL_SOCKET, with a {@code struct sock_fprog}
     * @param program its instructions, {@link FilterStep#code}
     * @throws KernelRefusal if the kernel doesn't take it
     */
    static void attach(Libc libc, int fd, int option, long[] program) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment code = arena.allocate((long) program.length * SOCK_FILTER, Long.BYTES);
            for (int i = 0; i < program.length; i++) {
                code.setAtIndex(JAVA_LONG, i, program[i]);
            }
            MemorySegment header = arena.allocate(2 * ADDRESS.byteSize(), Long.BYTES);
            header.set(JAVA_SHORT, 0, (short) program.length);
            header.set(ADDRESS, ADDRESS.byteSize(), code);
            KernelRefusal.unless(
                    "setsockopt", libc.setsockopt(fd, NativeSocket.SOL_SOCKET, option, header));
        }
    }
}
