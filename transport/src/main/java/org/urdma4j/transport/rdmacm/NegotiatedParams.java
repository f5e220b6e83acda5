package org.urdma4j.transport.rdmacm;

import org.urdma4j.transport.cm.CmEndpoint;
import org.urdma4j.transport.cm.CmPath;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.cm.ConnParam;

/**
 * What the ends of a connection have said so far.
 *
 * @param path of both queue pairs, as the asking end says
 * @param own what this end has told, null before
 * @param peer what the peer has told, null before
 * @param offer what this end has offered of the URDMA profile, null for nothing
 * @param param what the program has said
 */
record NegotiatedParams(
        CmPath path, CmEndpoint own, CmEndpoint peer, UrdmaOffer offer, ConnParam param) {
    NegotiatedParams withPeer(CmEndpoint answer) {
        return new NegotiatedParams(path, own, answer, offer, param);
    }
}
