/**
 * {@code urdma tunnel}: one end of a tunnel between sites. Options become a {@code TunnelConfig}; a
 * {@code Tunnel} is what runs; text and JSON say what it did.
 */
package org.urdma4j.tools.tunnel;
