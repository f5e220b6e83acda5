package org.urdma4j.transport.rdmacm;

import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.cm.CmContext;
import org.urdma4j.verbs.cm.CmEventChannel;

/** A device whose connections are made here. */
public interface CmHost extends CmContext {
    ConnectionService connections();

    /**
     * Creates a queue pair for a peer's.
     *
     * @param pd of this device
     * @param peerQpn number of the peer's queue pair, 0 if it isn't known yet
     */
    QueuePair createQp(ProtectionDomain pd, QpInitAttr attr, int peerQpn);

    /**
     * Returns the largest payload of the URDMA profile whose packets fit the link.
     *
     * @param fec whether forward error correction may be agreed on
     * @param paths whether several paths may be
     */
    int largestPayload(boolean fec, boolean paths);

    @Override
    default CmEventChannel createCmEventChannel() {
        return new SoftEventChannel();
    }
}
