/**
 * Standard RoCE over a reliable connection (IBTA 1.4 §9.7): go-back-N, split as rxe is. {@code
 * Requester} sends work, {@code Completer} takes the responses to it, {@code Responder} serves the
 * peer's requests; {@code RequestWindow} is what the first two share. {@link
 * org.urdma4j.transport.rc.RcProfile} joins them. Confined to the event loop of the shard.
 */
package org.urdma4j.transport.rc;
