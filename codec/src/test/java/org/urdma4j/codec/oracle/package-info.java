/**
 * Packets that the codec builds, given to decoders that others wrote. The tests are tagged {@code
 * oracle}, need tshark or scapy, and are skipped with a reason where those are missing.
 */
package org.urdma4j.codec.oracle;
