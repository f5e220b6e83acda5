package org.urdma4j.tools.interop;

import org.urdma4j.tools.interop.guest.GuestScript;

import java.io.IOException;
import java.util.function.Consumer;

/** The guest for one run: booted if none was up, and then stopped at the end, Ctrl-C's too. */
final class Lab implements AutoCloseable {
    private final GuestScript script;
    private final boolean ours;
    private final Thread hook = new Thread(this::abandon, "interop-cleanup");
    private boolean stopped;

    private Lab(GuestScript script, boolean ours) {
        this.script = script;
        this.ours = ours;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Finds the guest or boots it.
     *
     * @param keep whether it shall stay in the end, even if it was booted here
     * @throws IOException with one line that says what is missing
     */
    static Lab open(boolean backports, boolean keep, Consumer<String> progress)
            throws IOException, InterruptedException {
        GuestScript script = GuestScript.find();
        script.check();
        boolean wasUp = script.isUp();
        Lab lab = new Lab(script, !wasUp && !keep);
        try {
            if (!wasUp) {
                script.up(backports, progress);
            }
            return lab;
        } catch (IOException | InterruptedException | RuntimeException e) {
            lab.close();
            throw e;
        }
    }

    GuestScript script() {
        return script;
    }

    /** What runs in the guest's network ends first, be it ours to remove or not. */
    private void abandon() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
        stop();
    }

    private synchronized void stop() {
        if (ours && !stopped) {
            stopped = true;
            try {
                script.down();
            } catch (IOException e) {
                System.err.println("urdma: " + e.getMessage());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // It is running already.
        }
    }
}
