/**
 * {@code bench/baseline latency}: round trips of ours beside a bare UDP echo by Netty's epoll;
 * {@link org.urdma4j.peers.Latency} is the command. {@code bench/baseline peers}: bulk transfers of
 * ours beside iperf3, Aeron and Netty's QUIC over the same pair of virtual devices in one run.
 * {@link org.urdma4j.peers.Peers} is the command; {@link org.urdma4j.peers.PeerEnd} one end of a
 * transfer by Aeron or QUIC, a process of its own. Nothing else of the project uses Aeron and QUIC.
 */
package org.urdma4j.peers;
