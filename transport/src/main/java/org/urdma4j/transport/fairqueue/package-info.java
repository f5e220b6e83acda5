/**
 * Queue pairs to one peer: whose turn it is, who holds back for whom, and what all have in flight
 * together. Arithmetic on bytes and on times passed in; docs/congestion.md says why.
 */
package org.urdma4j.transport.fairqueue;
