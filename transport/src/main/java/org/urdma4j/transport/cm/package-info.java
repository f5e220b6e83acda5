/**
 * The InfiniBand connection manager as a state machine: calls, datagrams and the time come in;
 * datagrams, events and the next deadline come out (IBTA volume 1, chapter 12). {@link
 * org.urdma4j.transport.cm.ConnectionManager} is the entrance.
 *
 * <p>Pure: no thread, socket, clock or random source of its own. Confined to one thread.
 */
package org.urdma4j.transport.cm;
