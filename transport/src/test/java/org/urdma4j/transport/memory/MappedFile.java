package org.urdma4j.transport.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that is mapped into memory, and that a test takes away under it. */
public final class MappedFile {
    private final Path path;
    private final MemorySegment memory;

    private MappedFile(Path path, MemorySegment memory) {
        this.path = path;
        this.memory = memory;
    }

    /** Makes a file of {@code bytes} zeros and maps it. */
    public static MappedFile create(Arena arena, long bytes) {
        try {
            Path path = Files.createTempFile("urdma-mapped", ".bin");
            path.toFile().deleteOnExit();
            return create(path, arena, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes {@code path} as long as this, without room on its disk being taken, and maps it. */
    public static MappedFile create(Path path, Arena arena, long bytes) throws IOException {
        try (FileChannel file =
                FileChannel.open(
                        path,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            return new MappedFile(path, file.map(MapMode.READ_WRITE, 0, bytes, arena));
        }
    }

    public MemorySegment memory() {
        return memory;
    }

    /** Leaves {@code bytes} of it; what is mapped beyond the page that they end in is gone. */
    public void truncate(long bytes) {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            var _ = file.truncate(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
