/**
 * Captures of what crosses a simulated link. The link carries transport packets (IBTA volume 1,
 * chapter 9); the Ethernet, IP, UDP and GRH headers around them are made up here (annexes A16 and
 * A17), with the ICRC that they call for, so that Wireshark and the capture checker read the file
 * as one from a wire. Called by links through their tap, on the link's thread.
 */
package org.urdma4j.simulation.pcap;
