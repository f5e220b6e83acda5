/**
 * Flow completion times over a long, lossy link in virtual time: WRITEs of sizes as data centres
 * have them, between hosts with and without the gateways of {@code org.urdma4j.gateway}.
 */
package org.urdma4j.measure.fct;
