/**
 * RoCE in whole Ethernet frames through libpcap, by way of Pcap4J, which an application brings
 * along if it wants this: {@code org.pcap4j:pcap4j-core}. {@code PcapInterface} is an interface as
 * libpcap has it, also for tools that record and replay.
 */
package org.urdma4j.transport.port.pcap;
