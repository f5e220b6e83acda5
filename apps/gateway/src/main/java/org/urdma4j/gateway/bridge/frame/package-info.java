/** The engine over whole Ethernet frames, what memory it takes, and what it has done. Sans-I/O. */
package org.urdma4j.gateway.bridge.frame;
