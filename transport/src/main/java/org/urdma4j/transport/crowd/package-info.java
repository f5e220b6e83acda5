/**
 * Many queue pairs to one peer: what they have in flight together, and whose turn it is. Arithmetic
 * on bytes and on times passed in; docs/congestion.md says why.
 */
package org.urdma4j.transport.crowd;
