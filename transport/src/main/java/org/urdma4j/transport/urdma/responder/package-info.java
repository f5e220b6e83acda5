/**
 * The responding half of the URDMA profile: places what arrives in whatever order, does what must
 * be in order, and sends responses and NAKs. {@link
 * org.urdma4j.transport.urdma.responder.Responder} takes the requests. Confined to the event loop
 * of the shard.
 */
package org.urdma4j.transport.urdma.responder;
