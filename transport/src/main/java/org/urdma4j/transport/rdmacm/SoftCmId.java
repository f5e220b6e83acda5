package org.urdma4j.transport.rdmacm;

import org.urdma4j.codec.cm.RejectReason;
import org.urdma4j.transport.port.CloseOnce;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventChannel;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;
import org.urdma4j.verbs.cm.ConnParam;
import org.urdma4j.verbs.cm.UdParam;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * An identifier. What it is doing is in its {@link Role}, which is touched on the event loop only;
 * addresses, queue pair and channel may be read by any thread.
 */
final class SoftCmId implements CmId {
    private static final int MAX_UDP_PORT = 0xffff;

    final ConnectionService service;
    final Peer peer;
    final PathWishes wishes;
    final OwnQp own = new OwnQp();
    private final CloseOnce once = new CloseOnce();
    private final CmPortSpace portSpace;
    private final InetAddress address;
    private volatile SoftEventChannel channel;
    private volatile Object userContext;
    private volatile int localPort;
    private volatile boolean closed;
    private boolean ownsPort;

    /** Joined; touched on the event loop only. */
    private final Set<Gid> groups = new HashSet<>();

    private Role role;

    SoftCmId(ConnectionService service, SoftEventChannel channel, CmPortSpace portSpace) {
        this.service = service;
        this.channel = channel;
        this.portSpace = portSpace;
        this.address = service.gid.toInetAddress();
        this.peer = new Peer(service.port);
        this.wishes = new PathWishes(service.port);
        this.role = new Idle(this);
    }

    /** Returns a new identifier for a request; null if nobody would hear of it. */
    SoftCmId child(InetSocketAddress from, int udpPort) {
        SoftCmId child = new SoftCmId(service, channel, portSpace);
        child.localPort = localPort;
        child.peer.address(from);
        child.peer.udpPort(udpPort);
        child.userContext = userContext;
        try {
            channel.adopt(child);
            return child;
        } catch (IllegalStateException _) {
            return null; // the channel is being closed, and the one who listens with it
        }
    }

    void play(Role next) {
        role = next;
    }

    Role role() {
        return role;
    }

    void tell(CmEventType type) {
        tell(type, 0, ConnParam.EMPTY);
    }

    void tell(CmEventType type, int status, ConnParam said) {
        tell(new CmEvent(type, this, null, status, said, null));
    }

    void tell(CmEvent event) {
        if (!closed) {
            channel.add(this, event);
        }
    }

    /**
     * The peer has withdrawn its request. If nobody has been told of that yet, nobody will be, so
     * that strangers can't pile up what a program doesn't look at.
     *
     * @return whether that is so
     */
    boolean vanish() {
        if (channel.removeEventsOf(this).isEmpty()) {
            return false;
        }
        closed = true;
        service.forget(this);
        channel.disown(this);
        return true;
    }

    /** Does it, unless it is closed before that comes to its turn: then it has left already. */
    private <T> T onLoop(Supplier<T> task) {
        checkOpen();
        return service.onLoop(() -> {
            checkOpen();
            return task.get();
        });
    }

    private void run(Runnable task) {
        onLoop(() -> {
            task.run();
            return null;
        });
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the identifier is closed");
        }
    }

    @Override
    public Context verbs() {
        return service.host;
    }

    @Override
    public CmEventChannel channel() {
        return channel;
    }

    @Override
    public CmPortSpace portSpace() {
        return portSpace;
    }

    @Override
    public QueuePair qp() {
        return own.get();
    }

    @Override
    public Object userContext() {
        return userContext;
    }

    @Override
    public void userContext(Object value) {
        userContext = value;
    }

    @Override
    public InetSocketAddress localAddr() {
        return new InetSocketAddress(address, localPort);
    }

    @Override
    public InetSocketAddress peerAddr() {
        return peer.address();
    }

    @Override
    public void bindAddr(InetSocketAddress local) {
        checkOpen();
        InetSocketAddress found = Names.lookUp(local, address, Errno.EADDRNOTAVAIL);
        run(() -> {
            Refused.unless(localPort == 0, "port %d is bound already".formatted(localPort));
            bind(found);
        });
    }

    private void bind(InetSocketAddress local) {
        InetAddress wanted = local.getAddress();
        if (!wanted.isAnyLocalAddress() && !Gid.of(wanted).equals(service.gid)) {
            throw new VerbsException(
                    Errno.EADDRNOTAVAIL,
                    "the device has the address %s, not %s"
                            .formatted(address.getHostAddress(), wanted.getHostAddress()));
        }
        localPort = service.ports.take(portSpace, local.getPort());
        ownsPort = true;
    }

    @Override
    public void resolveAddr(
            InetSocketAddress source, InetSocketAddress destination, Duration timeout) {
        Objects.requireNonNull(destination, "destination");
        checkOpen();
        InetSocketAddress from = Names.lookUp(source, address, Errno.EADDRNOTAVAIL);
        InetSocketAddress to = here(Names.lookUp(destination, address, Errno.EHOSTUNREACH));
        run(() -> {
            role.resolveAddr(to);
            if (localPort == 0) {
                bind(from == null ? new InetSocketAddress(address, 0) : from);
            }
            peer.address(to);
            tell(CmEventType.ADDR_RESOLVED);
        });
    }

    /** Returns the device's own address in place of the wildcard. */
    private InetSocketAddress here(InetSocketAddress peer) {
        return peer.getAddress().isAnyLocalAddress()
                ? new InetSocketAddress(address, peer.getPort())
                : peer;
    }

    @Override
    public void resolveRoute(Duration timeout) {
        run(() -> role.resolveRoute());
    }

    @Override
    public QueuePair createQp(ProtectionDomain pd, QpInitAttr initAttr) {
        checkOpen();
        own.check(service.host, portSpace, pd, initAttr);
        own.begin();
        QueuePair made = null;
        try {
            int peerQpn = onLoop(() -> role.peerQpn());
            made = OwnQp.make(service.host, portSpace, pd, initAttr, peerQpn);
            QueuePair pair = made;
            run(() -> service.own(pair, this));
        } catch (RuntimeException | Error e) {
            own.end(null);
            discard(made);
            throw e;
        }
        if (!own.end(made)) {
            discard(made);
            checkOpen();
        }
        return made;
    }

    private void discard(QueuePair pair) {
        if (pair == null) {
            return;
        }
        try {
            service.onLoop(() -> service.disown(pair));
        } catch (IllegalStateException _) {
            // the device was closed meanwhile, and has forgotten it
        }
        pair.close();
    }

    @Override
    public QpAttr initQpAttr(QpState state) {
        return onLoop(() -> role.initQpAttr(state));
    }

    @Override
    public void destroyQp() {
        discard(own.take());
    }

    @Override
    public void listen(int backlog) {
        run(() -> {
            Refused.unless(localPort != 0, "no port is bound; call bindAddr first");
            role.listen(backlog);
        });
    }

    @Override
    public void connect(ConnParam param) {
        Objects.requireNonNull(param, "param");
        run(() -> role.connect(param));
    }

    @Override
    public void accept(ConnParam param) {
        Objects.requireNonNull(param, "param");
        run(() -> role.accept(param));
    }

    @Override
    public void reject(byte[] privateData) {
        byte[] copy = privateData.clone();
        run(() -> role.reject(RejectReason.CONSUMER_DEFINED, copy));
    }

    @Override
    public void reject(int reason, byte[] privateData) {
        RejectReason why =
                RejectReason.of(reason)
                        .orElseThrow(() ->
                                new VerbsException(Errno.EINVAL, "there is no reason " + reason));
        byte[] copy = privateData.clone();
        run(() -> role.reject(why, copy));
    }

    @Override
    public void disconnect() {
        run(() -> role.disconnect());
    }

    @Override
    public void establish() {
        run(() -> role.establish());
    }

    @Override
    public void notifyEvent(EventType event) {
        Refused.unless(
                event == EventType.COMM_EST,
                "only COMM_EST means something to a connection, not " + event);
        run(() -> role.onCommunicationEstablished());
    }

    @Override
    public void ackTimeout(int code) {
        PathWishes.checkAckTimeout(code);
        unconnected(() -> wishes.ackTimeout(code));
    }

    @Override
    public void pathMtu(Mtu mtu) {
        wishes.checkMtu(mtu);
        unconnected(() -> wishes.mtu(mtu));
    }

    @Override
    public void serviceLevel(int sl) {
        PathWishes.checkServiceLevel(sl);
        unconnected(() -> wishes.serviceLevel(sl));
    }

    private void unconnected(Runnable change) {
        run(() -> {
            role.checkUnconnected();
            change.run();
        });
    }

    @Override
    public void peerUdpPort(int udpPort) {
        Refused.unless(
                udpPort >= 0 && udpPort <= MAX_UDP_PORT,
                "a UDP port is 0 to %d, not %d".formatted(MAX_UDP_PORT, udpPort));
        Refused.unless(
                udpPort == 0 || service.port.at(service.gid, udpPort).udpPort() == udpPort,
                "the backend has one UDP port for all; several need the udp backend");
        unconnected(() -> peer.udpPort(udpPort));
    }

    @Override
    public int peerUdpPort() {
        return peer.udpPort();
    }

    @Override
    public void joinMulticast(InetAddress address) {
        run(() -> {
            Gid group = requireGroup("joinMulticast", address);
            service.port.shard().groups().require(group);
            AhAttr way =
                    QpMoves.way(service.port.gidIndexTowards(group), group, wishes.serviceLevel());
            QueuePair pair = own.get();
            if (pair == null) {
                service.port.route(way, 0); // refuses a group of another family
            } else {
                pair.attachMulticast(group);
            }
            groups.add(group);
            UdParam to = new UdParam(way, QueuePair.MULTICAST_QPN, UdParam.QKEY);
            ConnParam said = ConnParam.EMPTY.qpNum(QueuePair.MULTICAST_QPN);
            tell(new CmEvent(CmEventType.MULTICAST_JOIN, this, null, 0, said, to));
        });
    }

    @Override
    public void leaveMulticast(InetAddress address) {
        run(() -> {
            Gid group = requireGroup("leaveMulticast", address);
            Refused.unless(groups.remove(group), "%s isn't joined".formatted(group));
            QueuePair pair = own.get();
            if (pair != null) {
                try {
                    pair.detachMulticast(group);
                } catch (VerbsException | IllegalStateException _) {
                    // it is another one than was attached, or closed
                }
            }
        });
    }

    private Gid requireGroup(String call, InetAddress address) {
        Refused.unless(
                portSpace == CmPortSpace.UDP,
                "%s: groups are for port space UDP, not %s".formatted(call, portSpace));
        Refused.unless(
                localPort != 0,
                call + ": the identifier isn't bound; call bindAddr or resolveAddr first");
        Refused.unless(
                address.isMulticastAddress(),
                "%s: %s is no multicast address".formatted(call, address.getHostAddress()));
        return service.group(Gid.of(address));
    }

    @Override
    public void migrate(CmEventChannel to) {
        Refused.unless(to instanceof SoftEventChannel, "the event channel is of another provider");
        run(() -> {
            SoftEventChannel from = channel;
            SoftEventChannel next = (SoftEventChannel) to;
            next.adopt(this);
            channel = next;
            from.removeEventsOf(this).forEach(event -> next.add(this, event));
            from.disown(this);
        });
    }

    @Override
    public void close() {
        if (!once.begin(service.port::inEventLoop)) {
            return;
        }
        closed = true;
        try {
            service.onLoop(() -> {
                leave();
                return null;
            });
        } catch (IllegalStateException _) {
            // the device is closed, and took leave of the peer
        } finally {
            try {
                discard(own.close());
            } finally {
                channel.disown(this);
                once.end();
            }
        }
    }

    /** Ends what goes on and gives back what it holds of the service; on the event loop. */
    void leave() {
        role.leave();
        role = new Ended(this);
        if (ownsPort) {
            ownsPort = false;
            service.ports.release(portSpace, localPort);
        }
        service.forget(this);
    }

    @Override
    public String toString() {
        return "CmId %s from %s to %s".formatted(portSpace, localAddr(), peer.address());
    }
}
