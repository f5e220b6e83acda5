package org.urdma4j.verbs;

import java.util.Objects;

/**
 * The alternate path of a queue pair: the fields of {@code struct ibv_qp_attr} that begin with
 * {@code alt_}. RoCE has no automatic path migration, so a provider may take and ignore it.
 *
 * @param ahAttr where the peer is on it
 * @param pkeyIndex the index of the P_Key, 0 to 65535
 * @param portNum our port, from 1
 * @param timeout as {@link QpAttr#timeout()}
 */
public record AlternatePath(AhAttr ahAttr, int pkeyIndex, int portNum, int timeout) {
    /** Checks the ranges. */
    public AlternatePath {
        Objects.requireNonNull(ahAttr, "ahAttr");
        Checks.range("pkeyIndex", pkeyIndex, 0, 0xffff);
        Checks.range("portNum", portNum, 1, 0xff);
        Checks.range("timeout", timeout, 0, 31);
    }
}
