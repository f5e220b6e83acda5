package org.urdma4j.rdmacore;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.conformance.VerbsConformance;

import java.util.List;

/** What every provider must do, between two contexts of the first device that is here. */
class RdmaCoreConformanceTest extends VerbsConformance {
    @Override
    protected Context[] open() {
        List<Device> devices = new RdmaCoreProvider().devices();
        assumeTrue(!devices.isEmpty(), "Skipped: no RDMA device here (rdma link)");
        return new Context[] {devices.getFirst().open(), devices.getFirst().open()};
    }
}
