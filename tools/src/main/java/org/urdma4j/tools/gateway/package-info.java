/**
 * {@code urdma gateway}: a gateway between two interfaces. Options become a {@code BridgeConfig}; a
 * {@code Bridge} is what runs; text and JSON say what it did.
 */
package org.urdma4j.tools.gateway;
