package org.urdma4j.transport.netty;

import org.urdma4j.verbs.QpAttr;

class UdpUrdmaBackendTest extends UdpEpollBackendTest {
    @Override
    QpAttr options() {
        return urdma();
    }

    @Override
    boolean patient() {
        return false;
    }
}
