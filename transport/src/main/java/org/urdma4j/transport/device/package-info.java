/**
 * The verbs objects of the software device: contexts, protection domains, memory regions,
 * completion queues, queue pairs (see {@code org.urdma4j.verbs}). They check what applications ask,
 * hand it to the engine on the event loop of the port, and give completions and events back.
 *
 * <p>Any thread may call. Posting and polling take no lock; everything else waits for the event
 * loop.
 */
package org.urdma4j.transport.device;
