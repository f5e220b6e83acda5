package org.urdma4j.rdmacore;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.BeforeAll;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.conformance.VerbsConformance;

import java.util.List;

/** What every provider must do, between two contexts of the first device that is here. */
class RdmaCoreConformanceTest extends VerbsConformance {
    private static List<Device> devices;

    @BeforeAll
    static void findDevices() {
        devices = new RdmaCoreProvider().devices();
        assumeFalse(devices.isEmpty(), "Skipped: no RDMA device here (rdma link)");
    }

    @Override
    protected Context[] open() {
        return new Context[] {devices.getFirst().open(), devices.getFirst().open()};
    }
}
