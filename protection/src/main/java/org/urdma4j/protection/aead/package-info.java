/** Authenticated encryption in place, by a library or by a JCA provider, and which to believe. */
package org.urdma4j.protection.aead;
