/** Both ends of a bulk transfer by Aeron: one publication over UDP, the media driver embedded. */
package org.urdma4j.peers.aeron;
