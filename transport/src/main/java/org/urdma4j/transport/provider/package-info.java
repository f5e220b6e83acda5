/**
 * What {@code ServiceLoader} finds: software devices over UDP, one for each address of this
 * machine. Any thread may call.
 */
package org.urdma4j.transport.provider;
