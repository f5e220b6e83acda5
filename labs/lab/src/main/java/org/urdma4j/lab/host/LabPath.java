package org.urdma4j.lab.host;

import org.urdma4j.lab.PathResult;

import java.io.IOException;

/** What joins the namespaces for one run. */
interface LabPath {
    /**
     * Sets the path up; returns when packets can pass.
     *
     * @throws IOException if that can't be
     */
    void open() throws IOException, InterruptedException;

    /** Returns the processor time that making it has taken so far, in nanoseconds. */
    long cpuNs();

    PathResult close() throws IOException, InterruptedException;
}
