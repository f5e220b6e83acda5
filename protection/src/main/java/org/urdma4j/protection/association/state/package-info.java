/**
 * An association as a state machine: what it says, when its keys are renewed, when it connects
 * again and when it ends. No socket, thread, clock or source of randomness of its own: messages and
 * the time come in by calls, actions come out. Called by {@code association.net}, which has a
 * thread for each association.
 */
package org.urdma4j.protection.association.state;
