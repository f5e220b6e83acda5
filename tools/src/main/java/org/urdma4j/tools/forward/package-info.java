/** {@code urdma forward}: TCP connections of programs that know nothing of RDMA. */
package org.urdma4j.tools.forward;
