/**
 * Packets passed within the process, for tests and demonstrations: {@code MemoryNetwork} connects
 * {@code MemoryPort}s. Each port has one event loop of its own thread.
 */
package org.urdma4j.transport.port.memory;
