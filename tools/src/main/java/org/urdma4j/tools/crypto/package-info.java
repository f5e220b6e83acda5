/**
 * {@code urdma crypto}: which implementations of the ciphers that seal packets this machine has,
 * whether they err, and how fast they are. Trying them is {@code protection.aead}. Single-threaded.
 */
package org.urdma4j.tools.crypto;
