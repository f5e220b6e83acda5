package org.urdma4j.transport.rc;

import org.urdma4j.transport.memory.MappedFile;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.memory.RegionTable;

import java.lang.foreign.Arena;

/** How memory goes away. */
enum MemoryLoss {
    ARENA_CLOSED,
    FILE_TRUNCATED,
    DEREGISTERED;

    void happen(Arena arena, MappedFile file, RegionTable regions, Region region) {
        switch (this) {
            case ARENA_CLOSED -> arena.close();
            case FILE_TRUNCATED -> file.truncate(0);
            case DEREGISTERED -> regions.deregister(region);
        }
    }
}
