package org.urdma4j.transport.port.udp;

import org.urdma4j.verbs.QpAttr;

class UdpUrdmaBackendTest extends UdpEpollBackendTest {
    @Override
    protected QpAttr options() {
        return urdma();
    }

    @Override
    protected boolean patient() {
        return false;
    }
}
