package org.urdma4j.rdmacore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** What memory a device is never asked to register. */
class RegisteredMemoryTest {
    private static final int WRITABLE = AccessFlags.LOCAL_WRITE;

    private final MemorySegment memory = Arena.ofAuto().allocate(64);

    private static void shouldRefuse(MemorySegment memory, int access, Errno errno, String why) {
        assertThatThrownBy(() -> RdmaPd.checkMemory(memory, access))
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(errno))
                .hasMessageContaining(why);
    }

    @Test
    void shouldTakeMemoryOfAnyThread() {
        RdmaPd.checkMemory(memory, WRITABLE | AccessFlags.REMOTE_ATOMIC);
        RdmaPd.checkMemory(memory.asReadOnly(), AccessFlags.REMOTE_READ);
    }

    @Test
    void shouldRefuseMemoryThatADeviceCannotReach() {
        shouldRefuse(MemorySegment.ofArray(new byte[64]), 0, Errno.EINVAL, "Context.allocate");
        shouldRefuse(memory.asSlice(64), 0, Errno.EINVAL, "no bytes");
        try (Arena arena = Arena.ofConfined()) {
            shouldRefuse(arena.allocate(64), 0, Errno.EINVAL, "shared Arena");
        }
    }

    @Test
    void shouldRefuseRightsThatTheMemoryCannotHave() {
        shouldRefuse(memory.asReadOnly(), WRITABLE, Errno.EACCES, "read-only");
        shouldRefuse(memory, AccessFlags.REMOTE_WRITE, Errno.EINVAL, "need LOCAL_WRITE");
        shouldRefuse(memory, AccessFlags.REMOTE_ATOMIC, Errno.EINVAL, "need LOCAL_WRITE");
    }
}
