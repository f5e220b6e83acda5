/**
 * {@code urdma rping}, {@code urdma ucmatose} and {@code urdma mckey}: what librdmacm's programs of
 * these names do, between each other and with those. All go through the connection manager.
 */
package org.urdma4j.tools.rping;
