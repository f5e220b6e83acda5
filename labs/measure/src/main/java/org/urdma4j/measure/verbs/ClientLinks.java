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
            device.each(count, _ -> ids.add(resolveAddr(server)));
            await(CmEventType.ADDR_RESOLVED, count);
            device.each(count, i -> ids.get(i).resolveRoute(PATIENCE));
            await(CmEventType.ROUTE_RESOLVED, count);
            device.each(count, i -> streams.add(pathAndStream(i, ids.get(i))));
            device.streams(streams);
            prepare.run();
            device.each(
                    count, i -> ids.get(i).connect(options.param(i).privateData(data(token, i))));
            awaitAll(count);
        } catch (VerbsException e) {
            throw failed(e);
        }
    }

    private CmId resolveAddr(InetSocketAddress server) {
        CmId id = createId();
        id.resolveAddr(null, server, PATIENCE);
        return id;
    }

    private Stream pathAndStream(int index, CmId id) {
        options.path(id);
        return stream(index, id);
    }
}
