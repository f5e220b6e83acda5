package org.urdma4j.transport.shard;

import org.urdma4j.transport.grant.GrantScheduler;
import org.urdma4j.transport.qp.Profile;
import org.urdma4j.transport.qp.ProfileFactory;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.rc.RcProfile;
import org.urdma4j.transport.unreliable.UnreliableProfile;
import org.urdma4j.transport.urdma.UrdmaProfile;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;

/** The profiles that there are. */
final class Profiles implements ProfileFactory {
    private final GrantScheduler grants;

    Profiles(GrantScheduler grants) {
        this.grants = grants;
    }

    @Override
    public Profile standard(QpContext qp, Runnable toError) {
        return switch (qp.type) {
            case RC -> new RcProfile(qp, toError);
            case UC -> UnreliableProfile.connected(qp, toError);
            case UD -> UnreliableProfile.datagram(qp, toError);
            case RAW_PACKET -> UnreliableProfile.rawPacket(qp, toError);
            default -> throw new IllegalArgumentException("no engine for " + qp.type);
        };
    }

    @Override
    public Profile urdma(
            QpContext qp, UrdmaOffer own, UrdmaOffer peer, UrdmaTuning tuning, Runnable toError) {
        return new UrdmaProfile(qp, new Agreement(own, peer, tuning), toError, grants);
    }
}
