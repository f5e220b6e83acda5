package org.urdma4j.lab.cpu;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * How busy all processors of this machine are, with what no process is charged for included. It
 * costs whoever works nothing but that no processor ever sleeps. What a hypervisor takes counts as
 * work. Any thread may ask.
 */
public final class MachineLoad implements AutoCloseable {
    private final List<Spinner> spinners = new ArrayList<>();

    private MachineLoad() {}

    /**
     * Starts a thread on each processor that this process may use.
     *
     * @throws IOException if the system doesn't let it; the message says why
     */
    public static MachineLoad watch() throws IOException, InterruptedException {
        IdleClass idle = new IdleClass();
        MachineLoad load = new MachineLoad();
        idle.processors().stream().forEach(cpu -> load.spinners.add(new Spinner(idle, cpu)));
        load.spinners.forEach(Spinner::start);
        try {
            for (Spinner spinner : load.spinners) {
                spinner.await();
            }
            return load;
        } catch (IOException | InterruptedException e) {
            load.close();
            throw e;
        }
    }

    public int processors() {
        return spinners.size();
    }

    /**
     * Returns for how long all processors together have been busy since it began, in nanoseconds.
     * Of a processor that has been busy without a pause this is what it was before that.
     */
    public long busyNs() {
        return spinners.stream().mapToLong(Spinner::busyNs).sum();
    }

    /** Ends the threads. */
    @Override
    public void close() {
        spinners.forEach(Spinner::stop);
    }
}
