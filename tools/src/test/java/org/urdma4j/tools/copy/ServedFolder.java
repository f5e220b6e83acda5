package org.urdma4j.tools.copy;

import org.urdma4j.tools.CommandThread;
import org.urdma4j.tools.Invocation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code urdma serve} in this JVM, at an address that other tests don't have. */
final class ServedFolder implements AutoCloseable {
    private static final long PID = ProcessHandle.current().pid();

    final String address;
    private final CommandThread command;

    ServedFolder(int last, Path folder, Object... options) throws Exception {
        address = address(last);
        command = CommandThread.start(arguments(address, folder, options));
        command.awaitLine(line -> line.startsWith("serving "));
    }

    static Object[] arguments(String address, Path folder, Object... options) {
        List<Object> arguments = new ArrayList<>(List.of("serve", folder, "--listen", address));
        arguments.addAll(List.of(options));
        return arguments.toArray();
    }

    /** Returns an address that other tests' processes don't have. */
    static String address(int last) {
        return "127.%d.%d.%d".formatted(64 + (PID >> 8) % 64, PID % 256, last);
    }

    String at(String path) {
        return address + ":" + path;
    }

    /** Waits until it ends by itself. */
    Invocation end() throws InterruptedException {
        return command.end();
    }

    @Override
    public void close() {
        command.close();
    }
}
