package org.urdma4j.tools.copy;

import org.urdma4j.tools.CommandProcess;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** {@code urdma serve} as a process of its own, to be killed, at such an address. */
final class ServerProcess implements AutoCloseable {
    private final String address;
    private final CommandProcess process;

    ServerProcess(int last, Path folder, Object... options)
            throws IOException, InterruptedException {
        address = ServedFolder.address(last);
        process = CommandProcess.start(List.of(), ServedFolder.arguments(address, folder, options));
        process.awaitLine(line -> line.startsWith("serving "));
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
