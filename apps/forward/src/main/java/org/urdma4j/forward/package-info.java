/** TCP connections that cross between two hosts as RDMA channels. */
package org.urdma4j.forward;
