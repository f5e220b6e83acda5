package org.urdma4j.measure.verbs;

import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.QpEndpoint;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.List;

/**
 * What one end tells the other.
 *
 * @param gid the device's address, as {@link Gid} writes it
 * @param pairs number and first sequence number of each queue pair; none with the connection
 *     manager
 * @param links where a server's connection manager listens; null otherwise
 * @param ownPort whether the UDP port is another than that of the server
 * @param payload most payload of a packet that its link carries, bytes
 * @param target memory that WRITEs go to
 * @param source memory that READs come from
 * @param cells a number for each stream, for atomic operations
 */
record VerbsOffer(
        String gid,
        List<Pair> pairs,
        Listening links,
        boolean ownPort,
        int payload,
        Window target,
        Window source,
        Window cells) {
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                    .build();

    /** A queue pair. */
    record Pair(int qpn, int psn) {}

    /** A port of the connection manager, and what who asks there must know. */
    record Listening(int port, long token) {}

    /** Memory that the other end may touch. */
    record Window(long addr, int rkey, long bytes) {}

    JsonNode toJson() {
        return JSON.valueToTree(this);
    }

    /**
     * Reads the other end's.
     *
     * @param streams queue pairs that it must have, 0 with the connection manager
     * @throws IllegalArgumentException if it is none
     */
    static VerbsOffer read(JsonNode node, int streams) {
        VerbsOffer offer;
        try {
            offer = JSON.treeToValue(node, VerbsOffer.class);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "not an offer for RDMA: " + e.getOriginalMessage(), e);
        }
        boolean whole =
                offer != null
                        && offer.gid != null
                        && offer.pairs != null
                        && offer.target != null
                        && offer.source != null
                        && offer.cells != null;
        if (!whole || offer.pairs.size() != streams || offer.pairs.contains(null)) {
            throw new IllegalArgumentException(
                    "not an offer for RDMA with %d queue pairs".formatted(streams));
        }
        return offer;
    }

    QpEndpoint endpoint(int stream) {
        Pair pair = pairs.get(stream);
        return new QpEndpoint(pair.qpn(), pair.psn(), Gid.parse(gid));
    }
}
