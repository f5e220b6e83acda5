package org.urdma4j.peers.where;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Has async-profiler sample Java processes of this machine, kernel included. */
final class Sampler {
    /** Processor time from sample to sample, nanoseconds. */
    static final long INTERVAL_NS = 200_000;

    private static final String NAME = "libasyncProfiler.so";

    private final Path library;

    /**
     * Unpacks the profiler.
     *
     * @param folder where to
     * @throws IOException if there is none for this machine
     */
    Sampler(Path folder) throws IOException {
        library = folder.resolve(NAME);
        String architecture = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
        String resource = "/linux-%s/%s".formatted(architecture, NAME);
        try (InputStream packed = Sampler.class.getResourceAsStream(resource)) {
            if (packed == null) {
                throw new IOException("async-profiler's jar has no %s".formatted(resource));
            }
            Files.copy(packed, library);
        }
    }

    /** Begins to sample a process, all its threads. What the profiler says isn't printed. */
    void start(long pid) throws IOException {
        load(pid, "start,event=cpu,interval=%d,log=/dev/null".formatted(INTERVAL_NS));
    }

    /** Ends it; stacks and how often each was met are then in the file. */
    void stop(long pid, Path file) throws IOException {
        load(pid, "stop,collapsed,log=/dev/null,file=" + file);
    }

    private void load(long pid, String command) throws IOException {
        try {
            VirtualMachine machine = VirtualMachine.attach(String.valueOf(pid));
            try {
                machine.loadAgentPath(library.toString(), command);
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException
                | AgentLoadException
                | AgentInitializationException e) {
            throw new IOException(
                    "async-profiler can't sample process %d: %s".formatted(pid, e.getMessage()), e);
        }
    }
}
