package org.urdma4j.measure.verbs;

import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** Asks for the connections, all at once. */
final class ClientLinks extends Links {
    ClientLinks(VerbsDevice device, QpOptions options, String peer) {
        super(device, options, peer);
    }

    /**
     * Connects every stream.
     *
     * @param token what the server has drawn
     * @param prepare done when there are queue pairs, before they can be sent to
     */
    void connect(InetSocketAddress server, long token, int count, Runnable prepare)
            throws IOException, InterruptedException {
        try {
            List<CmId> ids = new ArrayList<>();
            List<Stream> streams = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                CmId id = createId();
                id.resolveAddr(null, server, PATIENCE);
                await(CmEventType.ADDR_RESOLVED);
                id.resolveRoute(PATIENCE);
                await(CmEventType.ROUTE_RESOLVED);
                options.path(id);
                ids.add(id);
                streams.add(stream(i, id));
            }
            device.streams(streams);
            prepare.run();
            for (int i = 0; i < count; i++) {
                ids.get(i).connect(options.param().privateData(data(token, i)));
            }
            awaitAll(count);
        } catch (VerbsException e) {
            throw failed(e);
        }
    }
}
