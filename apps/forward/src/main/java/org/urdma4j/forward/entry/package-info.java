/** The end of streams that takes TCP connections of this machine's programs. */
package org.urdma4j.forward.entry;
