package org.urdma4j.tools.stat;

import org.urdma4j.tools.terminal.OutputFile;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.stat.DeviceStat;
import org.urdma4j.transport.stat.StatFolder;
import org.urdma4j.transport.stat.StatReader;
import org.urdma4j.transport.stat.StreamsFile;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What all processes have published by now.
 *
 * @param timeMs now, milliseconds since 1970
 * @param streams that processes carry
 * @param problems files that can't be read, in words
 */
record Snapshot(
        long timeMs,
        List<DeviceStat> devices,
        List<StreamsFile.Found> streams,
        List<String> problems) {
    private static final long NS_PER_MS = 1_000_000;
    private static final double MS_PER_SECOND = 1000;

    /** Takes those of one process, or of all if {@code pid} is null. */
    static Snapshot take(Path folder, Long pid) throws IOException {
        StatFolder.removeDead(folder);
        List<DeviceStat> devices = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Path file : StatFolder.files(folder)) {
            try {
                DeviceStat device = StatReader.read(file);
                boolean wanted = pid == null || pid == device.process().pid();
                if (wanted && device.publishedMs() != 0) {
                    devices.add(device);
                }
            } catch (NoSuchFileException _) {
                // Its process has just closed the device.
            } catch (IOException e) {
                String why = String.valueOf(e.getMessage());
                boolean named = why.startsWith(file + ": ");
                problems.add(named ? why : OutputFile.why(file, e));
            }
        }
        List<StreamsFile.Found> streams =
                StreamsFile.read(folder).stream()
                        .filter(each -> pid == null || pid == each.pid())
                        .toList();
        return new Snapshot(SystemClock.epochNs() / NS_PER_MS, devices, streams, problems);
    }

    /** Returns the same device in another snapshot, if it was there. */
    Optional<DeviceStat> same(DeviceStat device) {
        return devices.stream()
                .filter(other ->
                        other.process().equals(device.process())
                                && other.device().equals(device.device()))
                .findFirst();
    }

    /** Returns how much a second it was between two moments of a device; NaN if it is only one. */
    static double rate(DeviceStat now, DeviceStat before, long more) {
        long ms = before == null ? 0 : now.publishedMs() - before.publishedMs();
        return ms <= 0 || more < 0 ? Double.NaN : more * MS_PER_SECOND / ms;
    }
}
