package org.urdma4j.copy.tree;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** {@code struct statx} of linux/stat.h, which is the same on every processor. */
final class Statx {
    private static final int PERMISSIONS = 07777;

    final MemorySegment segment = Arena.ofAuto().allocate(256, Long.BYTES);

    FileStat read() {
        int mode = segment.get(JAVA_SHORT, 28) & 0xFFFF;
        FileIdentity identity =
                new FileIdentity(
                        segment.get(JAVA_LONG, 40),
                        segment.get(JAVA_LONG, 112),
                        segment.get(JAVA_INT, 120),
                        segment.get(JAVA_LONG, 96),
                        segment.get(JAVA_INT, 104),
                        segment.get(JAVA_LONG, 32));
        Attributes attributes =
                new Attributes(mode & PERMISSIONS, identity.mtimeSeconds(), identity.mtimeNanos());
        long device =
                (long) segment.get(JAVA_INT, 136) << 32
                        | Integer.toUnsignedLong(segment.get(JAVA_INT, 140));
        return new FileStat(
                FileType.of(mode),
                attributes,
                identity,
                device,
                segment.get(JAVA_INT, 20),
                segment.get(JAVA_INT, 24),
                Integer.toUnsignedLong(segment.get(JAVA_INT, 16)),
                segment.get(JAVA_LONG, 48));
    }
}
