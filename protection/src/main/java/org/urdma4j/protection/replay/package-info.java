/** Which numbers of packets have been seen. */
package org.urdma4j.protection.replay;
