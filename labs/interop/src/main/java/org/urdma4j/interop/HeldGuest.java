package org.urdma4j.interop;

import org.urdma4j.interop.guest.GuestScript;

import java.io.IOException;
import java.util.function.Consumer;

/** The guest for one run: booted if none was up, and then stopped at the end, Ctrl-C's too. */
public final class HeldGuest implements AutoCloseable {
    private final GuestScript script;
    private final boolean ours;
    private final RunLock lock;

    private HeldGuest(GuestScript script, boolean ours, RunLock lock) {
        this.script = script;
        this.ours = ours;
        this.lock = lock;
    }

    /**
     * Finds the guest or boots it.
     *
     * @param keep whether it shall stay in the end, even if it was booted here
     * @throws IOException with one line that says what is missing
     */
    public static HeldGuest open(boolean backports, boolean keep, Consumer<String> progress)
            throws IOException, InterruptedException {
        GuestScript script = GuestScript.find();
        script.check();
        RunLock lock = RunLock.take();
        boolean wasUp = script.isUp();
        HeldGuest lab = new HeldGuest(script, !wasUp && !keep, lock);
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

    public GuestScript script() {
        return script;
    }

    /** Ends what runs in the guest's network, be it ours to remove or not. */
    public static void abandon() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
    }

    /** Removes the guest if it was booted here. */
    @Override
    public void close() throws IOException {
        try (lock) {
            if (ours) {
                script.down();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the script goes on by itself
        }
    }
}
