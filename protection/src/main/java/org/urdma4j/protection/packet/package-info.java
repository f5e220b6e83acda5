/** The sealed form of URDMA's packets. */
package org.urdma4j.protection.packet;
