package org.urdma4j.tunnel.site;

import org.urdma4j.protection.association.AssociationInfo;
import org.urdma4j.protection.association.AssociationListener;
import org.urdma4j.protection.association.net.Associations;
import org.urdma4j.protection.key.Secret;
import org.urdma4j.transport.seal.Association;
import org.urdma4j.transport.seal.Rotation;
import org.urdma4j.transport.seal.SealSettings;
import org.urdma4j.transport.seal.TunnelKeys;
import org.urdma4j.verbs.Gid;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.ObjLongConsumer;

/**
 * Tells a tunnel's thread what becomes of associations. A tunnel has two ends: the association that
 * came last counts, unless it is with somebody else while the other end is heard. Called by the
 * associations' threads.
 */
final class KeyFeed implements AssociationListener {
    /** Whoever was heard within this time is there. */
    private static final long PRESENT_NS = 30_000_000_000L;

    /** The loop is either quick or over. */
    private static final long LOOP_S = 2;

    private final TunnelLoop loop;
    private final SealSettings settings;
    private final InetSocketAddress local;
    private final int cellBytes;
    private final Notices notices;
    private final Map<Integer, Session> sessions = new ConcurrentHashMap<>();
    private final CompletableFuture<Associations> associations = new CompletableFuture<>();
    private AssociationInfo current;

    KeyFeed(
            TunnelLoop loop,
            SealSettings settings,
            InetSocketAddress local,
            int cellBytes,
            Notices notices) {
        this.loop = loop;
        this.cellBytes = cellBytes;
        this.settings = settings;
        this.local = local;
        this.notices = notices;
    }

    /** Says which associations these are, once they are open. */
    void attach(Associations open) {
        associations.complete(open);
    }

    @Override
    public void established(AssociationInfo info) {
        TunnelKeys keys =
                new TunnelKeys(
                        new Association(
                                Gid.of(info.remote()),
                                info.peer(),
                                info.role(),
                                info.index(),
                                info.peerIndex(),
                                new Rotation(info.epochBits(), info.epochTime().toNanos()),
                                info.handshakeNs()),
                        settings);
        AssociationInfo replaced;
        synchronized (this) {
            if (isTaken(info)) {
                info.secret().close();
                notices.once(
                        "%s (%s) isn't let in: the tunnel has another end"
                                .formatted(address(info), info.peer()));
                associations.join().end(info.index(), "the tunnel has another end");
                return;
            }
            replaced = current;
            current = info;
        }
        InetSocketAddress remote = new InetSocketAddress(info.remote(), local.getPort());
        onLoop(nowNs -> {
            keys.add(info.generation(), info.secret(), nowNs);
            keys.use(info.generation(), nowNs);
            Session session = new Session(keys, local, remote, cellBytes, this::sayLater, nowNs);
            sessions.put(info.index(), session);
            loop.begin(session, nowNs);
        });
        if (replaced != null) {
            associations.join().end(replaced.index(), "another association takes its place");
        }
        notices.change(
                "the other end is there: %s, %s, keys by %s"
                        .formatted(address(info), info.peer(), info.group()));
    }

    private boolean isTaken(AssociationInfo info) {
        if (current == null || current.remote().equals(info.remote())) {
            return false;
        }
        boolean[] present = {false};
        Session session = sessions.get(current.index());
        onLoop(nowNs ->
                present[0] =
                        session != null
                                && loop.session() == session
                                && nowNs - session.heardNs() < PRESENT_NS);
        return present[0];
    }

    @Override
    public void renewed(AssociationInfo info, int generation, Secret secret) {
        with(info, (session, nowNs) -> session.keys().add(generation, secret, nowNs));
    }

    @Override
    public void maySeal(AssociationInfo info, int generation) {
        with(info, (session, nowNs) -> session.keys().use(generation, nowNs));
    }

    @Override
    public void retired(AssociationInfo info, int generation) {
        with(info, (session, _) -> session.keys().forget(generation));
    }

    @Override
    public void failed(InetAddress peer, String why) {
        notices.once("no keys with %s: %s".formatted(peer.getHostAddress(), why));
    }

    @Override
    public void ended(AssociationInfo info, String why) {
        boolean wasCurrent;
        synchronized (this) {
            wasCurrent = current != null && current.index() == info.index();
            if (wasCurrent) {
                current = null;
            }
        }
        with(info, (session, _) -> loop.end(session));
        sessions.remove(info.index());
        if (wasCurrent) {
            notices.change(
                    "the other end, %s, is gone: %s; frames are dropped until it is back"
                            .formatted(address(info), why));
        }
    }

    /** The tunnel's thread doesn't wait for whoever reads. */
    private void sayLater(String line) {
        var _ = Thread.ofVirtual().name("tunnel-says").start(() -> notices.change(line));
    }

    private static String address(AssociationInfo info) {
        return info.remote().getHostAddress();
    }

    /** Keys of an association that another has replaced are wiped already. */
    private void with(AssociationInfo info, ObjLongConsumer<Session> action) {
        Session session = sessions.get(info.index());
        if (session != null) {
            onLoop(nowNs -> {
                if (loop.session() == session) {
                    action.accept(session, nowNs);
                }
            });
        }
    }

    private void onLoop(LongConsumer what) {
        var _ = loop.call(what).completeOnTimeout(null, LOOP_S, TimeUnit.SECONDS).join();
    }
}
