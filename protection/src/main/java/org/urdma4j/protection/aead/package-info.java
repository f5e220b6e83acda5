/** Authenticated encryption in place, by libcrypto or by a JCA provider, and which to believe. */
package org.urdma4j.protection.aead;
