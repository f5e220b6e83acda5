/**
 * The rings between application threads and the event loop: send queue, receive queue, completion
 * queue. Posting and polling take no lock and allocate nothing; each ring has the engine on one
 * side, confined to its event loop, and any number of application threads on the other.
 */
package org.urdma4j.transport.queue;
