package org.urdma4j.tools.copy;

import org.urdma4j.copy.schedule.PathHistory;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** What rate the path to a host had, in a file of this user's. */
final class HistoryFile {
    private static final int DAY = 24;

    private HistoryFile() {}

    /** Below {@code XDG_CACHE_HOME}, or {@code ~/.cache}; none if neither is known. */
    private static Optional<Path> of(String host) {
        String cache = System.getenv("XDG_CACHE_HOME");
        boolean set = cache != null && Path.of(cache).isAbsolute();
        String home = System.getProperty("user.home");
        Path base = set ? Path.of(cache) : Path.of(home == null ? "" : home, ".cache");
        String name = URLEncoder.encode(host.toLowerCase(Locale.ROOT), StandardCharsets.UTF_8);
        return base.isAbsolute()
                ? Optional.of(base.resolve("urdma4j").resolve("copy-history-" + name))
                : Optional.empty();
    }

    /**
     * Returns what is known, which may be nothing.
     *
     * @throws IOException with a line for the user, if it can't be read
     */
    static PathHistory read(String host) throws IOException {
        Optional<Path> file = of(host);
        try {
            return file.isEmpty()
                    ? new PathHistory()
                    : PathHistory.of(Files.readAllLines(file.get()));
        } catch (NoSuchFileException | CharacterCodingException _) {
            return new PathHistory();
        } catch (IOException e) {
            throw new IOException("%s can't be read".formatted(file.get()), e);
        }
    }

    /** Keeps what is known; another copy may do so, too: then the last one's is kept. */
    static void write(String host, PathHistory history) throws IOException {
        Optional<Path> file = of(host);
        if (file.isPresent()) {
            Files.createDirectories(file.get().getParent());
            Path next = Files.createTempFile(file.get().getParent(), "copy-history", null);
            Files.write(next, history.lines());
            Files.move(
                    next,
                    file.get(),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /**
     * Returns what is known as lines: each hour of the day, the mean of its days, least and most.
     *
     * @param now whose zone's hours are meant
     */
    static List<String> table(PathHistory history, ZonedDateTime now) {
        int shift = now.getOffset().getTotalSeconds() / 3600;
        List<String> lines = new ArrayList<>();
        for (int hour = 0; hour < DAY; hour++) {
            int there = Math.floorMod(hour - shift, DAY);
            long[] known =
                    IntStream.range(0, PathHistory.HOURS)
                            .filter(each -> each % DAY == there)
                            .mapToLong(history::at)
                            .filter(rate -> rate > 0)
                            .sorted()
                            .toArray();
            if (known.length > 0) {
                double mean = LongStream.of(known).average().orElse(0);
                lines.add(
                        "%02d:00  %s (%s to %s, days %d)"
                                .formatted(
                                        hour,
                                        Amounts.rate(mean),
                                        Amounts.rate((double) known[0]),
                                        Amounts.rate((double) known[known.length - 1]),
                                        known.length));
            }
        }
        return lines;
    }

    /** Returns the zone of this machine. */
    static ZoneId zone() {
        return ZoneId.systemDefault();
    }
}
