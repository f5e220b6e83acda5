package org.urdma4j.transport.rdmacm;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmPortSpace;
import org.urdma4j.verbs.cm.ConnParam;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Nothing goes on yet; with a destination and a way there, once they are resolved. */
final class Idle extends Role {
    private boolean addressed;
    private boolean routed;

    Idle(SoftCmId id) {
        super(id);
    }

    @Override
    String describe() {
        if (routed) {
            return "ready to connect";
        }
        return addressed ? "without a route; call resolveRoute first" : "not connected";
    }

    @Override
    void resolveAddr(InetSocketAddress destination) {
        Refused.unless(!addressed, "the address is resolved already");
        try {
            Gid peer = Gid.of(destination.getAddress());
            requireScope(peer);
            if (peer.isMulticast()) {
                service.port.shard().groups().require(peer);
            }
            service.port.route(service.port.defaultGidIndex(), peer);
        } catch (IllegalArgumentException e) {
            throw new VerbsException(Errno.EHOSTUNREACH, e.getMessage(), e);
        }
        addressed = true;
    }

    /** A request names the device's address, which answers to it would go to. */
    private void requireScope(Gid peer) {
        Gid own = service.port.address();
        if (peer.isLinkLocal() && !own.isLinkLocal()) {
            throw new VerbsException(
                    Errno.ENETUNREACH,
                    "%s is link-local and the device's %s isn't: use another address of the peer"
                            .formatted(peer, own));
        }
    }

    @Override
    void resolveRoute() {
        Refused.unless(addressed, "no address is resolved; call resolveAddr first");
        service.keys(id.peer.gid(), this::onKeys);
    }

    /** Where packets are sealed, the way is known when there are keys. */
    private void onKeys(Optional<String> refusal) {
        if (id.role() != this) {
            return; // it has been given up
        }
        if (refusal.isEmpty()) {
            routed = true;
            id.tell(CmEventType.ROUTE_RESOLVED);
        } else {
            byte[] why = refusal.get().getBytes(StandardCharsets.UTF_8);
            int status = -Errno.ECONNREFUSED.value();
            id.tell(CmEventType.ROUTE_ERROR, status, ConnParam.EMPTY.privateData(why));
        }
    }

    @Override
    void listen(int backlog) {
        Refused.unless(!addressed, "an identifier with a destination can't listen");
        Listening listening = new Listening(id);
        listening.begin(backlog);
        id.play(listening);
    }

    @Override
    void connect(ConnParam param) {
        if (!routed) {
            throw unfit("connect");
        }
        Refused.unless(
                !id.peer.gid().isMulticast(), "connect: a group isn't connected to; join it");
        if (id.portSpace() == CmPortSpace.UDP) {
            Resolving resolving = new Resolving(id);
            resolving.begin(param);
            id.play(resolving);
        } else {
            Connecting connecting = new Connecting(id);
            connecting.begin(param);
            id.play(connecting);
        }
    }

    @Override
    void checkUnconnected() {
        // it may still be said
    }
}
