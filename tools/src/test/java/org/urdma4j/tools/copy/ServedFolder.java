package org.urdma4j.tools.copy;

import org.urdma4j.tools.CommandProcess;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code urdma serve} as a process of its own, at an address that other tests don't have. */
final class ServedFolder implements AutoCloseable {
    private static final long PID = ProcessHandle.current().pid();

    final String address;
    final CommandProcess process;

    ServedFolder(int last, Path folder, Object... options)
            throws IOException, InterruptedException {
        address = address(last);
        List<Object> arguments = new ArrayList<>(List.of("serve", folder, "--listen", address));
        arguments.addAll(List.of(options));
        process = CommandProcess.start(List.of(), arguments.toArray());
        process.awaitLine(line -> line.startsWith("serving "));
    }

    /** Returns an address that other tests' processes don't have. */
    static String address(int last) {
        return "127.%d.%d.%d".formatted(64 + (PID >> 8) % 64, PID % 256, last);
    }

    String at(String path) {
        return address + ":" + path;
    }

    /** Ends it with SIGKILL, and waits until its address is free. */
    void kill() throws IOException, InterruptedException {
        process.signal("KILL");
        process.end();
    }

    @Override
    public void close() {
        process.close();
    }
}
