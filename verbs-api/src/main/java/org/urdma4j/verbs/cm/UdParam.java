package org.urdma4j.verbs.cm;

import org.urdma4j.verbs.AhAttr;

/**
 * Where the datagrams of a service go: {@code struct rdma_ud_param} (rdma_get_cm_event(3)); its
 * private data are in {@link CmEvent#conn}.
 *
 * @param ahAttr the way there
 * @param qpNum the queue pair
 * @param qkey the Q_Key that datagrams must have
 */
public record UdParam(AhAttr ahAttr, int qpNum, int qkey) {
    /** The Q_Key of every queue pair in {@link CmPortSpace#UDP}: {@code RDMA_UDP_QKEY}. */
    public static final int QKEY = 0x0123_4567;
}
