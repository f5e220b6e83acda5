package org.urdma4j.lab.host;

import org.urdma4j.lab.PathResult;

import java.util.List;

/**
 * What the processes of a run said.
 *
 * @param clients what each client printed, in the order of the flows
 * @param path how the path did
 */
public record HostRun(List<String> clients, PathResult path) {}
