package org.urdma4j.transport.rdmacm;

import org.urdma4j.verbs.cm.CmContext;
import org.urdma4j.verbs.cm.CmEventChannel;

/** A device whose connections are made here. */
public interface CmHost extends CmContext {
    /** Returns what makes its connections. */
    ConnectionService connections();

    @Override
    default CmEventChannel createCmEventChannel() {
        return new SoftEventChannel();
    }
}
