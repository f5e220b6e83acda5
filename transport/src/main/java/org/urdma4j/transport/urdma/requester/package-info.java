/**
 * The requesting half of the URDMA profile: sends work requests and what is missing of them, takes
 * responses and NAKs, and completes. {@link org.urdma4j.transport.urdma.requester.Requester} is the
 * sender. Confined to the event loop of the shard.
 */
package org.urdma4j.transport.urdma.requester;
