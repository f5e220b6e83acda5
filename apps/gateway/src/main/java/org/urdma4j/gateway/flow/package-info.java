/** Flows, how answers are paired with them, and what is kept of their packets. */
package org.urdma4j.gateway.flow;
