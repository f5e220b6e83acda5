package org.urdma4j.transport.rdmacm;

import org.urdma4j.transport.cm.CmPath;
import org.urdma4j.transport.wire.TransportAddress;
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
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventChannel;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;
import org.urdma4j.verbs.cm.ConnParam;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * An identifier. What it is doing is in its {@link Role}, which is touched on the event loop only;
 * addresses, queue pair and channel may be read by any thread.
 */
final class SoftCmId implements CmId {
    private static final int MAX_ACK_TIMEOUT = 31;
    private static final int MAX_SERVICE_LEVEL = 15;
    private static final int MAX_UDP_PORT = 0xffff;

    final ConnectionService service;
    private final CmPortSpace portSpace;
    private final InetAddress address;
    private volatile SoftEventChannel channel;
    private volatile Object userContext;
    private volatile QueuePair qp;
    private volatile int localPort;
    private volatile InetSocketAddress peer;
    private volatile int peerUdpPort;
    private volatile boolean closed;
    private boolean ownsPort;
    private int ackTimeout = CmPath.DEFAULT.ackTimeout();
    private Mtu pathMtu; // null until the application says one
    private int serviceLevel;
    private Role role;

    SoftCmId(ConnectionService service, SoftEventChannel channel, CmPortSpace portSpace) {
        this.service = service;
        this.channel = channel;
        this.portSpace = portSpace;
        this.address = service.gid.toInetAddress();
        this.role = new Idle(this);
    }

    /** Returns a new identifier for a request; null if nobody would hear of it. */
    SoftCmId child(InetSocketAddress from, int udpPort) {
        SoftCmId child = new SoftCmId(service, channel, portSpace);
        child.localPort = localPort;
        child.peer = from;
        child.peerUdpPort = udpPort;
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

    /** Returns the MTU for a connection to the peer. */
    Mtu pathMtu() {
        return pathMtu != null ? pathMtu : service.port.mtuTowards(peerDevice());
    }

    int serviceLevel() {
        return serviceLevel;
    }

    int ackTimeout() {
        return ackTimeout;
    }

    void peer(InetSocketAddress value) {
        peer = value;
    }

    /** Returns the index of the GID that it starts from. */
    int gidIndex() {
        return service.port.gidIndexTowards(peerGid());
    }

    Gid peerGid() {
        return Gid.of(peer.getAddress());
    }

    /** Returns where the peer's device is. */
    TransportAddress peerDevice() {
        return service.port.at(peerGid(), peerUdpPort);
    }

    /** The peer's device is somewhere else now. */
    void peerDevice(TransportAddress to) {
        peer = new InetSocketAddress(to.gid().toInetAddress(), peer.getPort());
        peerUdpPort = to.udpPort();
    }

    /** Returns the way to the peer's device. */
    AhAttr way(int level) {
        return QpMoves.way(gidIndex(), peerGid(), level).withUdpPort(peerDevice().udpPort());
    }

    void tell(CmEventType type) {
        tell(type, 0, ConnParam.EMPTY);
    }

    void tell(CmEventType type, int status, ConnParam said) {
        tell(new CmEvent(type, this, null, status, said, null));
    }

    void tell(CmEvent event) {
        if (!closed) {
            channel.add(event);
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

    /** Moves the queue pair, if there is one; one that was closed stays as it is. */
    void move(QpAttr attr) {
        QueuePair pair = qp;
        if (pair != null) {
            pair.modify(attr);
        }
    }

    /** Moves the queue pair to ERR, if there is one that isn't closed. */
    void failQp() {
        try {
            move(QpMoves.fail());
        } catch (VerbsException | IllegalStateException _) {
            // closed, or not begun: nothing is posted that could wait
        }
    }

    private <T> T onLoop(Supplier<T> task) {
        checkOpen();
        return service.onLoop(task);
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
        return qp;
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
        return peer;
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
        InetSocketAddress to = Names.lookUp(destination, address, Errno.EHOSTUNREACH);
        run(() -> {
            role.resolveAddr(to);
            if (localPort == 0) {
                bind(from == null ? new InetSocketAddress(address, 0) : from);
            }
            peer = to;
            tell(CmEventType.ADDR_RESOLVED);
        });
    }

    @Override
    public void resolveRoute(Duration timeout) {
        run(() -> role.resolveRoute());
    }

    @Override
    public QueuePair createQp(ProtectionDomain pd, QpInitAttr initAttr) {
        checkOpen();
        Refused.unless(qp == null, "there is a queue pair already");
        Refused.unless(service.host.equals(pd.context()), "the domain is of another device");
        boolean connects = portSpace == CmPortSpace.TCP;
        Refused.unless(
                connects == (initAttr.qpType() != QpType.UD),
                "queue pairs of type %s don't go with port space %s"
                        .formatted(initAttr.qpType(), portSpace));
        int peerQpn = onLoop(() -> role.peerQpn());
        QueuePair made = service.host.createQp(pd, initAttr, peerQpn);
        try {
            if (connects) {
                made.modify(QpMoves.init());
            } else {
                QpMoves.readyForDatagrams(made);
            }
        } catch (VerbsException e) {
            made.close();
            throw e;
        }
        run(() -> service.own(made, this));
        qp = made;
        return made;
    }

    @Override
    public QpAttr initQpAttr(QpState state) {
        return onLoop(() -> role.initQpAttr(state));
    }

    @Override
    public void destroyQp() {
        QueuePair pair = qp;
        qp = null;
        if (pair != null) {
            if (!service.closed()) {
                service.onLoop(() -> service.disown(pair));
            }
            pair.close();
        }
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
        run(() -> role.reject(copy));
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
        Refused.unless(
                code >= 0 && code <= MAX_ACK_TIMEOUT,
                "the code of a timeout is 0 to %d, not %d".formatted(MAX_ACK_TIMEOUT, code));
        run(() -> {
            role.checkUnconnected();
            ackTimeout = code;
        });
    }

    @Override
    public void pathMtu(Mtu mtu) {
        int most = service.port.activeMtu().bytes();
        Refused.unless(
                mtu.bytes() <= most, "the port's link takes an MTU of %d at most".formatted(most));
        run(() -> {
            role.checkUnconnected();
            pathMtu = mtu;
        });
    }

    @Override
    public void serviceLevel(int sl) {
        Refused.unless(
                sl >= 0 && sl <= MAX_SERVICE_LEVEL,
                "a service level is 0 to %d, not %d".formatted(MAX_SERVICE_LEVEL, sl));
        run(() -> {
            role.checkUnconnected();
            serviceLevel = sl;
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
        run(() -> {
            role.checkUnconnected();
            peerUdpPort = udpPort;
        });
    }

    @Override
    public int peerUdpPort() {
        return peerUdpPort;
    }

    @Override
    public void migrate(CmEventChannel to) {
        Refused.unless(to instanceof SoftEventChannel, "the event channel is of another provider");
        run(() -> {
            SoftEventChannel from = channel;
            SoftEventChannel next = (SoftEventChannel) to;
            next.adopt(this);
            channel = next;
            from.removeEventsOf(this).forEach(next::add);
            from.disown(this);
        });
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (!service.closed()) {
            try {
                service.onLoop(() -> {
                    leave();
                    return null;
                });
            } catch (IllegalStateException _) {
                // the device was closed meanwhile, and took leave of the peer
            }
        }
        destroyQp();
        channel.disown(this);
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
        return "CmId %s from %s to %s".formatted(portSpace, localAddr(), peer);
    }
}
