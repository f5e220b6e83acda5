package org.urdma4j.simulation.states;

import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.KeepAlive;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaPaths;
import org.urdma4j.verbs.UrdmaTuning;

import java.time.Duration;

/** What the two ends have agreed on. */
enum Kind {
    ONE_PATH(1, false, false),
    ONE_PATH_GRANTED(1, true, false),
    TWO_PATHS(2, false, false),
    TWO_PATHS_GRANTED(2, true, false),
    TWO_PATHS_REPAIRED(2, false, true),
    THREE_PATHS(3, false, false);

    final int rails;
    final boolean granted;
    private final boolean repaired;

    Kind(int rails, boolean granted, boolean repaired) {
        this.rails = rails;
        this.granted = granted;
        this.repaired = repaired;
    }

    boolean several() {
        return rails > 1;
    }

    /** Returns the attributes of both ends. */
    QpAttr attributes() {
        UrdmaOffer offer =
                UrdmaOffer.builder()
                        .payloadBytes(4096)
                        .fec(repaired ? 32 : 0)
                        .grants(granted)
                        .paths(several())
                        .pathMtu(!several())
                        .migration(true)
                        .build();
        UrdmaTuning tuning =
                UrdmaTuning.builder()
                        .paths(several() ? UrdmaPaths.AUTO : UrdmaPaths.OFF)
                        .fec(repaired ? "8,1" : "off")
                        .congestionControl(
                                granted
                                        ? CongestionControlType.RRCC_GRANTS
                                        : CongestionControlType.RRCC)
                        .grantRate(granted ? Stage.RATE : 0)
                        .keepAlive(new KeepAlive(Duration.ofMillis(400), 3))
                        .build();
        return new QpAttr().urdmaOffer(offer).urdmaPeerOffer(offer).urdmaTuning(tuning);
    }
}
