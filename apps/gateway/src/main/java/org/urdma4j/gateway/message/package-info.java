/** The messages between gateways, byte by byte. */
package org.urdma4j.gateway.message;
