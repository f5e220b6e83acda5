/**
 * {@code urdma rping} and {@code urdma ucmatose}: what librdmacm's programs of these names do,
 * between each other and with those. Both go through the connection manager.
 */
package org.urdma4j.tools.rping;
