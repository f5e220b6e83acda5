/** Bytes between a local end, such as a TCP connection, and a channel, with TCP's ends kept. */
package org.urdma4j.forward.relay;
