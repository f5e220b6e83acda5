package org.urdma4j.tools.demo;

import org.urdma4j.verbs.cm.ConnParam;

/** What the two ends speak with each other. */
enum DemoProfile {
    /** RoCEv2 as network cards speak it: all that follows a lost packet is sent again. */
    STANDARD("Standard") {
        @Override
        ConnParam param() {
            return ConnParam.EMPTY.urdma(false);
        }
    },
    /** Only lost packets are sent again, at the rate that the path carries. */
    URDMA("URDMA") {
        @Override
        ConnParam param() {
            return ConnParam.EMPTY;
        }
    };

    private final String label;

    DemoProfile(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** Returns what both ends say when they are connected. */
    abstract ConnParam param();
}
