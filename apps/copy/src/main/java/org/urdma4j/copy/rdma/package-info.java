/** Connections of a copy over RDMA: channels, each with a queue pair of its own. */
package org.urdma4j.copy.rdma;
