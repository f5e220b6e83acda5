package org.urdma4j.tools.demo;

import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;

/** What the two ends speak with each other. */
enum DemoProfile {
    /** RoCEv2 as network cards speak it: all that follows a lost packet is sent again. */
    STANDARD("Standard") {
        @Override
        void configure(QpAttr options) {
            // Queue pairs to which nothing is offered speak it.
        }
    },
    /** Only lost packets are sent again, at the rate that the path carries. */
    URDMA("URDMA") {
        @Override
        void configure(QpAttr options) {
            options.urdmaOffer(UrdmaOffer.DEFAULT)
                    .urdmaPeerOffer(UrdmaOffer.DEFAULT)
                    .urdmaTuning(UrdmaTuning.DEFAULT);
        }
    };

    private final String label;

    DemoProfile(String label) {
        this.label = label;
    }

    /** Returns the name for the table. */
    String label() {
        return label;
    }

    /** Adds to {@code options} what both ends are connected with. */
    abstract void configure(QpAttr options);
}
