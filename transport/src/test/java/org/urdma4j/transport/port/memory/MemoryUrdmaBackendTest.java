package org.urdma4j.transport.port.memory;

import org.urdma4j.verbs.QpAttr;

class MemoryUrdmaBackendTest extends MemoryBackendTest {
    @Override
    protected QpAttr options() {
        return urdma();
    }

    @Override
    protected boolean patient() {
        return false;
    }
}
