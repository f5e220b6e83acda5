/**
 * TCP of the kernel as the traffic of a run, so that what RDMA does over a path can be seen beside
 * it: senders that keep their sockets full, receivers that count, and what {@code TCP_INFO} tells.
 */
package org.urdma4j.measure.tcp;
