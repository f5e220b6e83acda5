package org.urdma4j.copy.receive;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.copy.pass.SessionException;
import org.urdma4j.copy.tree.DiskException;

import java.util.concurrent.atomic.AtomicLong;

class RoomTest {
    private static final long MIB = 1L << 20;

    private final AtomicLong free = new AtomicLong(10 * MIB);
    private final Room room = new Room(free::get);

    @Test
    void shouldAddUpWhatAllConnectionsPromise() throws Exception {
        room.claim(6 * MIB);
        assertThatThrownBy(() -> room.claim(5 * MIB))
                .isInstanceOf(SessionException.class)
                .hasMessage("no space: at least 11 MiB are needed at the target, 10 MiB are free");
        room.claim(4 * MIB);
    }

    @Test
    void shouldNotCountTwiceWhatIsWritten() throws Exception {
        room.claim(6 * MIB);
        room.release(6 * MIB);
        free.set(4 * MIB);
        room.claim(4 * MIB);
        assertThatThrownBy(() -> room.claim(1)).isInstanceOf(SessionException.class);
        room.release(4 * MIB); // it didn't come
        room.claim(3 * MIB);
    }

    @Test
    void shouldSayWhenTheDiskHasGivenTheRoomToALongFile() throws Exception {
        room.claim(6 * MIB);
        free.set(6 * MIB);
        room.check();
        free.set(5 * MIB);
        assertThatThrownBy(room::check)
                .isInstanceOf(SessionException.class)
                .hasMessage("no space: at least 6 MiB are needed at the target, 5 MiB are free");
    }

    @Test
    void shouldLeaveItToTheDiskIfItSaysNothing() throws Exception {
        Room blind =
                new Room(() -> {
                    throw new DiskException(DiskException.Kind.IO, ".");
                });
        blind.claim(1000 * MIB);
        blind.check();
    }
}
