package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.transport.cm.CmConfig;
import org.urdma4j.transport.cm.CmCounter;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.Protection;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.transport.seal.Keyring;
import org.urdma4j.transport.seal.PeerKeys;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventChannel;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;
import org.urdma4j.verbs.cm.RdmaCm;

import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;

/** An application at one end, which knows nothing but verbs and connections. */
final class CmEnd implements AutoCloseable {
    static final int PORT = 7174;
    private static final int MEMORY = 1 << 16;
    private static final int ACCESS =
            AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE | AccessFlags.REMOTE_READ;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    final SoftContext context;
    final CmEventChannel channel;
    final ProtectionDomain domain;
    final CompletionQueue completions;
    final MemoryRegion region;

    private final NetworkPort port;

    private CmEnd(SoftContext context, NetworkPort port) {
        this.context = context;
        this.port = port;
        channel = RdmaCm.createEventChannel(context);
        domain = context.allocPd();
        completions = context.createCq(512);
        region = domain.regMr(Arena.ofAuto().allocate(MEMORY, 64), ACCESS);
    }

    /** Opens one that is told of answers within milliseconds. */
    static CmEnd of(NetworkPort port) {
        Gid gid = port.address();
        return of(port, new CmConfig(gid, gid.interfaceId(), 12, 6, 14, 12, 4096));
    }

    /** Opens one that waits for a peer's application on a busy machine. */
    static CmEnd patient(NetworkPort port) {
        Gid gid = port.address();
        return of(port, new CmConfig(gid, gid.interfaceId(), 14, 8, 22, 14, 4096));
    }

    static CmEnd of(NetworkPort port, CmConfig config) {
        SoftDevice device = new SoftDevice(port.description(), 1, () -> port);
        return new CmEnd(new SoftContext(device, port, config), port);
    }

    static CmEnd inMemory(MemoryNetwork network, String address) {
        Gid gid = Gid.of(InetAddress.ofLiteral(address));
        return of(MemoryPort.open(network, gid, MemoryPortConfig.builder().build()));
    }

    /** Its packets are sealed. */
    static CmEnd inMemory(MemoryNetwork network, String address, Protection protection) {
        Gid gid = Gid.of(InetAddress.ofLiteral(address));
        MemoryPortConfig config = MemoryPortConfig.builder().withProtection(protection).build();
        return of(MemoryPort.open(network, gid, config));
    }

    static CmEnd onLoopback(InetAddress local, int udpPort) {
        return of(UdpPort.open(UdpPortConfig.builder(local).port(udpPort).build()));
    }

    CmId createId() {
        return channel.createId(context, CmPortSpace.TCP);
    }

    InetSocketAddress at(int port) {
        return new InetSocketAddress(context.queryGid(1, 0).toInetAddress(), port);
    }

    CmId listen(int backlog) {
        CmId id = createId();
        id.bindAddr(at(PORT));
        id.listen(backlog);
        return id;
    }

    /** Returns an identifier that knows its way to {@code peer}. */
    CmId resolved(CmEnd peer) throws InterruptedException {
        CmId id = createId();
        id.resolveAddr(null, peer.at(PORT), PATIENCE);
        await(CmEventType.ADDR_RESOLVED);
        id.resolveRoute(PATIENCE);
        await(CmEventType.ROUTE_RESOLVED);
        return id;
    }

    /** The same with a queue pair. */
    CmId ready(CmEnd peer) throws InterruptedException {
        CmId id = resolved(peer);
        createQp(id);
        return id;
    }

    void createQp(CmId id) {
        id.createQp(domain, QpInitAttr.builder().cq(completions).build());
    }

    CmEvent await(CmEventType type) throws InterruptedException {
        CmEvent event = channel.getCmEvent(PATIENCE);
        assertThat(event).as("an event").isNotNull();
        assertThat(event.eventType()).as(event.toString()).isEqualTo(type);
        return event;
    }

    void send(CmId id, long offset, int bytes) {
        SendWr wr =
                new SendWr()
                        .opcode(WrOpcode.SEND)
                        .sendFlags(SendFlags.SIGNALED)
                        .addSge(region.sge(offset, bytes));
        assertThat(id.qp().postSend(wr)).isEqualTo(PostStatus.OK);
    }

    void receive(CmId id, long offset, int bytes) {
        RecvWr wr = new RecvWr().addSge(region.sge(offset, bytes));
        assertThat(id.qp().postRecv(wr)).isEqualTo(PostStatus.OK);
    }

    WorkCompletion awaitCompletion() {
        WorkCompletion[] one = WorkCompletion.array(1);
        while (completions.poll(one) == 0) {
            Thread.onSpinWait();
        }
        return one[0];
    }

    /** Asks the engine. */
    <T> T onLoop(Function<Shard, T> question) {
        return port.call(() -> question.apply(port.shard()));
    }

    /** Does something with what it shares with a peer. */
    void withKeys(Gid peer, ObjLongConsumer<PeerKeys> action) {
        port.call(() -> {
            action.accept(port.keyring().orElseThrow().of(peer), port.nowNs());
            return null;
        });
    }

    /** Ends what it shares with a peer. */
    void removeKeys(Gid peer) {
        port.call(() -> {
            Keyring keyring = port.keyring().orElseThrow();
            keyring.remove(keyring.of(peer));
            return null;
        });
    }

    long count(CmCounter counter) {
        return context.connections().counters().get(counter);
    }

    @Override
    public void close() {
        channel.close();
        context.close();
    }
}
