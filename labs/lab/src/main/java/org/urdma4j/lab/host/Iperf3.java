package org.urdma4j.lab.host;

import org.urdma4j.gateway.process.Subprocess;

import java.io.IOException;

/** The usual program for TCP, if this machine has it. */
public final class Iperf3 {
    private Iperf3() {}

    /** Returns its name and version, such as {@code iperf 3.12}; empty if it isn't installed. */
    public static String version() throws InterruptedException {
        try {
            String[] words = Subprocess.run("iperf3", "--version").split("\\s+", 3);
            return words[0] + " " + words[1];
        } catch (IOException _) {
            return "";
        }
    }
}
