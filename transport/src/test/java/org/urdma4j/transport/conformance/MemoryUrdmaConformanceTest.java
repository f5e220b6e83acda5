package org.urdma4j.transport.conformance;

import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;

class MemoryUrdmaConformanceTest extends MemoryConformanceTest {
    @Override
    protected QpAttr options() {
        return new QpAttr().urdmaOffer(UrdmaOffer.DEFAULT).urdmaPeerOffer(UrdmaOffer.DEFAULT);
    }
}
