package org.urdma4j.transport.conformance;

import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;

import java.time.Duration;

class UdpUrdmaConformanceTest extends UdpConformanceTest {
    @Override
    protected QpAttr options() {
        return new QpAttr().urdmaOffer(UrdmaOffer.DEFAULT).urdmaPeerOffer(UrdmaOffer.DEFAULT);
    }

    @Override
    public QpAttr impatient() {
        UrdmaTuning tuning = UrdmaTuning.builder().retryTime(Duration.ofMillis(100)).build();
        return super.impatient().urdmaTuning(tuning);
    }
}
