/**
 * Gateways of {@code org.urdma4j.gateway} in real time, over whole Ethernet frames: the engine with
 * memory behind it, and a bridge between two interfaces. {@code docs/lr2.md}.
 */
package org.urdma4j.gateway.bridge;
