/** What the ends of all transports share: how they are told what to do, and how they count. */
package org.urdma4j.peers.end;
