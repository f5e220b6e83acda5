package org.urdma4j.transport.netty;

import org.urdma4j.verbs.QpAttr;

class MemoryUrdmaBackendTest extends MemoryBackendTest {
    @Override
    QpAttr options() {
        return urdma();
    }

    @Override
    boolean patient() {
        return false;
    }
}
