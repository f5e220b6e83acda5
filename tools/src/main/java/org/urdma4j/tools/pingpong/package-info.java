/**
 * {@code urdma pingpong}: messages to and fro, with one of our own kind or with ibv_rc_pingpong,
 * ibv_uc_pingpong and ibv_ud_pingpong of rdma-core, whose exchange of addresses it speaks.
 */
package org.urdma4j.tools.pingpong;
