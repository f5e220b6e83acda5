package org.urdma4j.tools.rping;

import org.urdma4j.endpoint.EndpointOptions;
import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.cm.ConnParam;

import java.io.IOException;

/** The messages of one end: one receive is always posted. */
final class RpingBuffers {
    private final MemoryRegion in;
    private final MemoryRegion out;

    static void attach(PassiveEndpoint endpoint) {
        endpoint.id().userContext(new RpingBuffers(endpoint));
    }

    static RpingBuffers of(PassiveEndpoint endpoint) {
        return (RpingBuffers) endpoint.id().userContext();
    }

    RpingBuffers(PassiveEndpoint endpoint) {
        in = endpoint.allocate(PingInfo.BYTES);
        out = endpoint.allocate(PingInfo.BYTES);
        endpoint.receive(in, 0);
    }

    /** Returns how both ends connect: one READ at a time, as rping has it. */
    static EndpointOptions options(RpingSettings settings) {
        ConnParam param = ConnParam.EMPTY.responderResources(1).initiatorDepth(1);
        return EndpointOptions.builder()
                .depth(16)
                .param(param)
                .patience(settings.patience())
                .build();
    }

    /** Says where memory is; what it says of none is that the other end may go on. */
    void send(PassiveEndpoint endpoint, PingInfo info) throws InterruptedException {
        info.write(out.segment());
        endpoint.send(out, PingInfo.BYTES, 0);
        endpoint.awaitSend();
    }

    PingInfo receive(PassiveEndpoint endpoint) throws InterruptedException, IOException {
        WorkCompletion done = endpoint.awaitReceive();
        if (done.byteLen() != PingInfo.BYTES) {
            throw new IOException(
                    "a message of %d bytes instead of %d; does rping run at the other end?"
                            .formatted(done.byteLen(), PingInfo.BYTES));
        }
        PingInfo info = PingInfo.read(in.segment());
        endpoint.receive(in, 0);
        return info;
    }
}
