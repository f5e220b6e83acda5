/**
 * {@code urdma pcap}: looks into capture files. {@code check} counts the RoCE packets of each file
 * by opcode and recomputes their ICRC (IBTA volume 1, 7.8.1; annexes A16 and A17); {@code show}
 * prints each packet, {@code flows} adds them up by queue pair, {@code open} opens sealed ones,
 * {@code replay} plays them again.
 *
 * <p>Reading is {@code codec.pcap}, finding the packet {@code codec.net}, the sum {@code
 * codec.icrc}; what packets mean {@code measure.capture}, opening {@code measure.unseal}; here they
 * are put together and reported. Single-threaded.
 */
package org.urdma4j.tools.pcap;
