package org.urdma4j.rdmacore;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.urdma4j.verbs.DeviceAttr;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpAttrs;
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

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

/**
 * An identifier of librdmacm, for a queue pair of the program's own device: librdmacm opens the
 * device once more for itself, where the program has no memory, so to the kernel each queue pair is
 * one that the identifier doesn't own, and is moved from here. All that changes under the context's
 * lock.
 */
final class RdmaCmId extends NativeObject implements CmId {
    /** The one that there is: of reliable connections. */
    static final CmPortSpace PORT_SPACE = CmPortSpace.TCP;

    private static final int MOST_BACKLOG = 1024;
    private static final int MOST_ASKED = 56;
    private static final int MOST_ANSWERED = 196;
    private static final int MOST_REFUSED = 148;
    private static final int MOST_TIMEOUT = 31;
    private static final int ROCE_PORT = 4791;

    /** The kernel's own go beyond what {@code ibv_modify_qp} takes. */
    private static final int QP_MASK = (QpAttrMask.DEST_QPN << 1) - 1;

    private static final Struct QP = Structs.QP_ATTR;
    private static final Struct PARAM = Structs.CONN_PARAM;
    private static final Struct ID = Structs.CM_ID;

    private final ConnectionManager manager;
    private final RdmaContext context;
    private final List<Gid> addresses;
    private volatile RdmaCmChannel channel;
    private volatile InetSocketAddress local;
    private volatile InetSocketAddress peer;
    private volatile RdmaQp qp;
    private volatile Object userContext;
    private Stage stage = Stage.NEW;

    /** What the peer has said with its request. */
    private ConnParam request = ConnParam.EMPTY;

    private enum Stage {
        NEW,
        BOUND,
        LISTENING,
        RESOLVING,
        RESOLVED,
        ROUTING,
        ROUTED,
        CONNECTING,
        /** The peer has accepted, and the program has to move its own queue pair. */
        ANSWERED,
        REQUESTED,
        ACCEPTED,
        CONNECTED,
        ENDED
    }

    RdmaCmId(ConnectionManager manager, RdmaContext context, RdmaCmChannel channel, long pointer) {
        super(context.lock, "identifier", pointer, context);
        this.manager = manager;
        this.context = context;
        this.channel = channel;
        addresses =
                context.queryGidTable().stream()
                        .map(GidEntry::gid)
                        .sorted(
                                Comparator.comparing(Gid::isLinkLocal)
                                        .thenComparing(gid -> !gid.isIpv4Mapped()))
                        .toList();
        local =
                addresses.isEmpty()
                        ? new InetSocketAddress(0)
                        : new InetSocketAddress(addresses.getFirst().toInetAddress(), 0);
    }

    static VerbsException invalid(String message) {
        return new VerbsException(Errno.EINVAL, message);
    }

    private Librdmacm library() {
        return manager.library();
    }

    private void need(String call, Stage first, Stage... others) {
        checkOpen();
        if (!EnumSet.of(first, others).contains(stage)) {
            throw invalid(
                    "%s doesn't fit an identifier that is %s"
                            .formatted(call, stage.name().toLowerCase(Locale.ROOT)));
        }
    }

    @Override
    public RdmaContext verbs() {
        return context;
    }

    @Override
    public RdmaCmChannel channel() {
        return channel;
    }

    @Override
    public CmPortSpace portSpace() {
        return PORT_SPACE;
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
        return local;
    }

    @Override
    public InetSocketAddress peerAddr() {
        return peer;
    }

    private void readAddresses() {
        local = address("route.addr.src_storage");
        peer = address("route.addr.dst_storage");
    }

    private InetSocketAddress address(String field) {
        return SocketAddresses.read(
                Libibverbs.at(pointer, ID).asSlice(ID.at(field), Structs.SOCKADDR_BYTES));
    }

    /** The kernel would take another device, which isn't the one that the program has opened. */
    private void checkOwn(InetSocketAddress address) {
        if (address.isUnresolved()
                || (!address.getAddress().isAnyLocalAddress()
                        && !addresses.contains(Gid.of(address.getAddress())))) {
            throw new VerbsException(
                    Errno.EADDRNOTAVAIL,
                    "%s isn't an address of %s, which has %s"
                            .formatted(
                                    address.getHostString(),
                                    context.device().name(),
                                    addresses.stream().map(Gid::toInetAddress).toList()));
        }
    }

    /** To the kernel the wildcard of IPv6 is that of IPv4, too, but not the other way round. */
    private InetSocketAddress everyFamily(InetSocketAddress wanted) {
        boolean ipv6 = addresses.stream().anyMatch(gid -> !gid.isIpv4Mapped());
        return ipv6 && wanted.getAddress().isAnyLocalAddress()
                ? new InetSocketAddress(Gid.ZERO.toInetAddress(), wanted.getPort())
                : wanted;
    }

    @Override
    public void bindAddr(InetSocketAddress wanted) {
        synchronized (lock) {
            need("bindAddr", Stage.NEW);
            checkOwn(wanted);
            library().bindAddr(pointer, everyFamily(wanted));
            int port = address("route.addr.src_storage").getPort();
            local =
                    new InetSocketAddress(
                            wanted.getAddress().isAnyLocalAddress()
                                    ? local.getAddress()
                                    : wanted.getAddress(),
                            port);
            stage = Stage.BOUND;
        }
    }

    @Override
    public void resolveAddr(
            InetSocketAddress source, InetSocketAddress destination, Duration timeout) {
        InetSocketAddress to = resolved(destination);
        synchronized (lock) {
            need("resolveAddr", Stage.NEW, Stage.BOUND);
            if (source != null) {
                need("resolveAddr from an address", Stage.NEW);
                checkOwn(source);
            }
            library().resolveAddr(pointer, source, to, timeout);
            peer = to;
            stage = Stage.RESOLVING;
        }
    }

    private InetSocketAddress resolved(InetSocketAddress destination) {
        InetSocketAddress found =
                destination.isUnresolved()
                        ? new InetSocketAddress(destination.getHostString(), destination.getPort())
                        : destination;
        if (found.isUnresolved()) {
            throw new VerbsException(
                    Errno.EHOSTUNREACH, "no address is known for " + destination.getHostString());
        }
        return found.getAddress().isAnyLocalAddress()
                ? new InetSocketAddress(local.getAddress(), found.getPort())
                : found;
    }

    @Override
    public void resolveRoute(Duration timeout) {
        synchronized (lock) {
            need("resolveRoute", Stage.RESOLVED, Stage.ROUTED);
            library().resolveRoute(pointer, timeout);
            stage = Stage.ROUTING;
        }
    }

    @Override
    public QueuePair createQp(ProtectionDomain pd, QpInitAttr initAttr) {
        if (pd.context() != context) {
            throw invalid("the domain is of another context than the identifier");
        }
        if (initAttr.qpType() != QpType.RC) {
            throw invalid("connections have queue pairs of type RC, not " + initAttr.qpType());
        }
        synchronized (lock) {
            need("createQp", Stage.RESOLVED, Stage.ROUTING, Stage.ROUTED, Stage.REQUESTED);
            if (qp != null) {
                throw invalid("there is a queue pair already");
            }
            RdmaQp made = (RdmaQp) pd.createQp(initAttr);
            try {
                move(made, QpState.INIT, ConnParam.MAX_RESOURCES);
            } catch (RuntimeException e) {
                made.close();
                throw e;
            }
            qp = made;
            return made;
        }
    }

    /**
     * Moves a queue pair as the kernel says, but for what it waits when a receive is missing: the
     * kernel would have it wait 0.66 s.
     *
     * @param reads at a time, unless the kernel's number shall hold
     */
    private void move(RdmaQp moved, QpState to, int reads) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attr = arena.allocate(QP.size(), Long.BYTES);
            int mask = library().initQpAttr(pointer, attr, to) & QP_MASK;
            attr.set(JAVA_BYTE, QP.at("min_rnr_timer"), (byte) QpAttrs.MIN_RNR_TIMER);
            if (reads != ConnParam.MAX_RESOURCES) {
                String field = to == QpState.RTR ? "max_dest_rd_atomic" : "max_rd_atomic";
                attr.set(JAVA_BYTE, QP.at(field), (byte) reads);
            }
            moved.modify(attr, mask, to);
        }
    }

    /** What INIT says is other, now that the peer is known. */
    private void moveToSend(int responderResources, int initiatorDepth) {
        move(qp, QpState.INIT, ConnParam.MAX_RESOURCES);
        move(qp, QpState.RTR, responderResources);
        move(qp, QpState.RTS, initiatorDepth);
    }

    private void moveToError() {
        if (qp != null && !qp.isClosed()) {
            try {
                qp.modify(new QpAttr().qpState(QpState.ERR), QpAttrMask.STATE);
            } catch (VerbsException _) {
                // the device is gone
            }
        }
    }

    @Override
    public QpAttr initQpAttr(QpState state) {
        if (state != QpState.INIT && state != QpState.RTR && state != QpState.RTS) {
            throw invalid("a connection moves a queue pair to INIT, RTR and RTS, not " + state);
        }
        synchronized (lock) {
            checkOpen();
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment attr = arena.allocate(QP.size(), Long.BYTES);
                return QpAttributes.read(attr, library().initQpAttr(pointer, attr, state));
            }
        }
    }

    @Override
    public void destroyQp() {
        synchronized (lock) {
            checkOpen();
            if (qp != null) {
                qp.close();
                qp = null;
            }
        }
    }

    @Override
    public void listen(int backlog) {
        synchronized (lock) {
            need("listen", Stage.BOUND);
            library()
                    .listen(pointer, backlog == 0 ? MOST_BACKLOG : Math.min(backlog, MOST_BACKLOG));
            stage = Stage.LISTENING;
        }
    }

    @Override
    public void connect(ConnParam param) {
        synchronized (lock) {
            need("connect", Stage.ROUTED);
            try (Arena arena = Arena.ofConfined()) {
                library().connect(pointer, write(limit(param), MOST_ASKED, arena));
            }
            stage = Stage.CONNECTING;
        }
    }

    @Override
    public void accept(ConnParam param) {
        synchronized (lock) {
            need("accept", Stage.REQUESTED);
            ConnParam both = limit(param);
            both =
                    both.responderResources(
                                    Math.min(
                                            both.responderResources(),
                                            request.responderResources()))
                            .initiatorDepth(
                                    Math.min(both.initiatorDepth(), request.initiatorDepth()));
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment written = write(both, MOST_ANSWERED, arena);
                if (qp != null) {
                    moveToSend(both.responderResources(), both.initiatorDepth());
                }
                library().accept(pointer, written);
            } catch (VerbsException e) {
                moveToError();
                throw e;
            }
            stage = Stage.ACCEPTED;
        }
    }

    /** More READs than the device can do are as many as it can. */
    private ConnParam limit(ConnParam param) {
        DeviceAttr device = context.queryDevice();
        return param.responderResources(Math.min(param.responderResources(), device.maxQpRdAtom()))
                .initiatorDepth(Math.min(param.initiatorDepth(), device.maxQpInitRdAtom()));
    }

    private MemorySegment write(ConnParam from, int room, Arena arena) {
        UrdmaRequests.check(from.urdmaTuning());
        int qpNum = qp == null ? from.qpNum() : qp.qpNum();
        if (qpNum <= 1) {
            throw invalid("there is no queue pair; call createQp, or name one with qpNum");
        }
        byte[] data = checked(from.privateData(), room);
        MemorySegment to = arena.allocate(PARAM.size(), Long.BYTES);
        to.set(ADDRESS, PARAM.at("private_data"), arena.allocateFrom(JAVA_BYTE, data));
        to.set(JAVA_BYTE, PARAM.at("private_data_len"), (byte) data.length);
        to.set(JAVA_BYTE, PARAM.at("responder_resources"), (byte) from.responderResources());
        to.set(JAVA_BYTE, PARAM.at("initiator_depth"), (byte) from.initiatorDepth());
        to.set(JAVA_BYTE, PARAM.at("flow_control"), (byte) (from.flowControl() ? 1 : 0));
        to.set(JAVA_BYTE, PARAM.at("retry_count"), (byte) from.retryCount());
        to.set(JAVA_BYTE, PARAM.at("rnr_retry_count"), (byte) from.rnrRetryCount());
        to.set(JAVA_BYTE, PARAM.at("srq"), (byte) (from.srq() ? 1 : 0));
        to.set(JAVA_INT, PARAM.at("qp_num"), qpNum);
        return to;
    }

    private static byte[] checked(byte[] data, int room) {
        if (data.length > room) {
            throw invalid("%d bytes of private data, at most %d fit".formatted(data.length, room));
        }
        return data;
    }

    @Override
    public void reject(byte[] privateData) {
        byte[] data = checked(privateData, MOST_REFUSED);
        synchronized (lock) {
            need("reject", Stage.REQUESTED, Stage.ANSWERED, Stage.ENDED);
            if (stage != Stage.ENDED) {
                stage = Stage.ENDED;
                library().reject(pointer, data);
            }
        }
    }

    @Override
    public void disconnect() {
        synchronized (lock) {
            need(
                    "disconnect",
                    Stage.CONNECTED,
                    Stage.CONNECTING,
                    Stage.ANSWERED,
                    Stage.ACCEPTED,
                    Stage.ENDED);
            if (stage == Stage.ENDED) {
                return;
            }
            if (stage != Stage.CONNECTED) {
                giveUp(CmEventType.DISCONNECTED, 0);
                return;
            }
            moveToError();
            // The kernel tells the end when the peer has agreed to it.
            if (library().disconnect(pointer) != 0) {
                end(CmEventType.DISCONNECTED, 0, ConnParam.EMPTY);
            }
        }
    }

    /**
     * Ends what isn't connected yet. What the peer has said is refused. Not while the kernel still
     * asks, or waits for the last word: then closing would wait for the kernel's attempts, so the
     * peer isn't told at all.
     */
    private void giveUp(CmEventType type, int status) {
        if (stage == Stage.ANSWERED || type == CmEventType.CONNECT_ERROR) {
            refuse();
        }
        end(type, status, ConnParam.EMPTY);
    }

    private void refuse() {
        try {
            library().reject(pointer, new byte[0]);
        } catch (VerbsException _) {
            // the peer has refused by itself
        }
    }

    @Override
    public void establish() {
        synchronized (lock) {
            need("establish", Stage.ANSWERED);
            library().establish(pointer);
            stage = Stage.CONNECTED;
        }
    }

    @Override
    public void notifyEvent(EventType event) {
        if (event != EventType.COMM_EST) {
            throw invalid("there is nothing to do about " + event);
        }
        synchronized (lock) {
            checkOpen();
            library().notifyEvent(pointer, event.value());
        }
    }

    @Override
    public void ackTimeout(int code) {
        if (code < 0 || code > MOST_TIMEOUT) {
            throw invalid("an ACK timeout is 0 to 31, not " + code);
        }
        synchronized (lock) {
            needUnconnected("ackTimeout");
            library().ackTimeout(pointer, code);
        }
    }

    private void needUnconnected(String call) {
        need(
                call,
                Stage.NEW,
                Stage.BOUND,
                Stage.RESOLVING,
                Stage.RESOLVED,
                Stage.ROUTING,
                Stage.ROUTED,
                Stage.REQUESTED);
    }

    private static VerbsException unsupported(String what) {
        return new VerbsException(Errno.EOPNOTSUPP, what);
    }

    @Override
    public void pathMtu(Mtu mtu) {
        synchronized (lock) {
            needUnconnected("pathMtu");
            Mtu most = context.queryPort(1).activeMtu();
            if (mtu.compareTo(most) > 0) {
                throw invalid("the link carries at most %s, not %s".formatted(most, mtu));
            }
            if (mtu != most) {
                throw unsupported(
                        "the kernel chooses the path MTU, %s; lower the link's".formatted(most));
            }
        }
    }

    @Override
    public void serviceLevel(int sl) {
        synchronized (lock) {
            needUnconnected("serviceLevel");
            if (sl != 0) {
                throw unsupported("the kernel chooses the service level, by the route's priority");
            }
        }
    }

    @Override
    public void peerUdpPort(int udpPort) {
        if (udpPort != 0 && udpPort != ROCE_PORT) {
            throw invalid(
                    "peers of this device have UDP port %d, not %d".formatted(ROCE_PORT, udpPort));
        }
    }

    @Override
    public int peerUdpPort() {
        return 0;
    }

    @Override
    public void migrate(CmEventChannel to) {
        if (!(to instanceof RdmaCmChannel other)) {
            throw invalid("the event channel is of another provider than the identifier");
        }
        synchronized (lock) {
            checkOpen();
            other.add(this);
            List<CmEvent> waiting = other == channel ? List.of() : channel.remove(this);
            channel = other;
            waiting.forEach(other::tell);
        }
    }

    /** A peer has asked for it; under the lock. */
    void asked(RdmaCmId listener, ConnParam param) {
        request = param;
        userContext = listener.userContext;
        readAddresses();
        stage = Stage.REQUESTED;
        channel.tell(new CmEvent(CmEventType.CONNECT_REQUEST, this, listener, 0, param, null));
    }

    /** The kernel tells something of it. */
    void happened(CmEventType type, int status, ConnParam param) {
        synchronized (lock) {
            if (isClosed()) {
                return;
            }
            switch (type) {
                case ADDR_RESOLVED -> addressResolved();
                case ADDR_ERROR -> failed(Stage.BOUND, type, status);
                case ROUTE_RESOLVED -> {
                    stage = Stage.ROUTED;
                    tell(type, 0, ConnParam.EMPTY);
                }
                case ROUTE_ERROR -> failed(Stage.RESOLVED, type, status);
                case CONNECT_RESPONSE -> answered(param);
                case ESTABLISHED -> {
                    if (stage == Stage.ACCEPTED) {
                        stage = Stage.CONNECTED;
                        tell(type, 0, ConnParam.EMPTY);
                    }
                }
                case REJECTED -> end(type, status, param);
                case UNREACHABLE, CONNECT_ERROR -> end(type, status, ConnParam.EMPTY);
                case DISCONNECTED -> {
                    // Agrees, if it was the peer that asked.
                    library().disconnect(pointer);
                    end(type, status, ConnParam.EMPTY);
                }
                default -> tell(type, status, ConnParam.EMPTY);
            }
        }
    }

    private void tell(CmEventType type, int status, ConnParam param) {
        channel.tell(new CmEvent(type, this, null, status, param, null));
    }

    private void failed(Stage next, CmEventType type, int status) {
        stage = next;
        tell(type, status, ConnParam.EMPTY);
    }

    private void addressResolved() {
        if (!manager.isOf(pointer, context)) {
            failed(Stage.ENDED, CmEventType.ADDR_ERROR, -Errno.EADDRNOTAVAIL.value());
            return;
        }
        readAddresses();
        stage = Stage.RESOLVED;
        tell(CmEventType.ADDR_RESOLVED, 0, ConnParam.EMPTY);
    }

    private void answered(ConnParam param) {
        if (stage != Stage.CONNECTING) {
            refuse(); // it was given up
            return;
        }
        if (qp == null) {
            stage = Stage.ANSWERED;
            tell(CmEventType.CONNECT_RESPONSE, 0, param);
            return;
        }
        try {
            moveToSend(ConnParam.MAX_RESOURCES, ConnParam.MAX_RESOURCES);
            library().establish(pointer);
        } catch (VerbsException e) {
            giveUp(CmEventType.CONNECT_ERROR, -e.errno().value());
            return;
        } catch (IllegalStateException _) {
            // The program has closed the queue pair.
            giveUp(CmEventType.CONNECT_ERROR, -Errno.EINVAL.value());
            return;
        }
        stage = Stage.CONNECTED;
        tell(CmEventType.ESTABLISHED, 0, param);
    }

    /** Tells the end, once. */
    private void end(CmEventType type, int status, ConnParam param) {
        moveToError();
        if (stage != Stage.ENDED) {
            stage = Stage.ENDED;
            tell(type, status, param);
        }
    }

    @Override
    void destroy() {
        channel.remove(this);
        if (context.isClosing()) {
            channel.tellLast(CmEvent.of(CmEventType.DEVICE_REMOVAL, this));
        }
        manager.forget(this);
        if (qp != null) {
            qp.close();
        }
        library().destroyId(pointer);
    }
}
