package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.transport.cm.CmConfig;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.MwType;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.SrqInitAttr;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;
import org.urdma4j.verbs.cm.CmEventChannel;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;
import org.urdma4j.verbs.cm.ConnParam;
import org.urdma4j.verbs.cm.RdmaCm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * What is made comes to its end in many ways, and nothing of it stays: no connection, region,
 * event, identifier, descriptor or thread.
 */
class WaysToEndTest {
    /** 10,000 with {@code -Durdma4j.ends=10000}: some three minutes. */
    private static final int TIMES = Integer.getInteger("urdma4j.ends", Nightly.times(20, 200));

    /** Only this way, if it is named. */
    private static final String ONLY = System.getProperty("urdma4j.end", "");

    private static final int WARM_UP = 20;

    /** Several times what all ways take on a busy machine. */
    private static final Duration MOST = Duration.ofMinutes(2).plusMillis(100L * TIMES);

    /** Identifiers of the server that stay. */
    private static final int LISTENERS = 2;

    /** 8 us: a connection is forgotten as soon as it has ended. */
    private static final int ACK_TIMEOUT = 1;

    private static final ChannelOptions SMALL =
            ChannelOptions.builder().receiveBytes(1 << 16).sendBytes(1 << 16).build();

    private final MemoryNetwork network = new MemoryNetwork("ends");
    private final CmEnd client = open("192.0.2.1");
    private final CmEnd server = open("192.0.2.2");
    private final Random random = new Random(5);
    private RdmaServerChannel channels;

    private CmEnd open(String address) {
        Gid gid = Gid.parse(address);
        MemoryPort port = MemoryPort.open(network, gid, MemoryPortConfig.builder().build());
        return CmEnd.of(port, new CmConfig(gid, gid.interfaceId(), 14, 8, 22, 10, 1 << 16));
    }

    @BeforeEach
    void listen() throws IOException {
        server.listen(0);
        channels = RdmaServerChannel.listen(server.context, 0, SMALL);
    }

    @AfterEach
    void close() {
        channels.close();
        client.close();
        server.close();
    }

    /** How something ends. */
    private enum Way {
        BAD_KEY {
            @Override
            void go(WaysToEndTest test) throws Exception {
                test.endByABadKey();
            }
        },
        REQUEST_WITHDRAWN {
            @Override
            void go(WaysToEndTest test) throws Exception {
                test.withdraw();
            }
        },
        MADE_WHILE_CLOSED {
            @Override
            void go(WaysToEndTest test) throws Exception {
                CmId id = test.client.createId();
                test.meanwhile(() -> test.client.createQp(id), id::close);
            }
        },
        EVENT_CHANNEL_CLOSED {
            @Override
            void go(WaysToEndTest test) throws Exception {
                test.closeAnEventChannel();
            }
        },
        CHANNEL_CLOSED {
            @Override
            void go(WaysToEndTest test) throws Exception {
                RdmaChannel asks =
                        RdmaChannel.connect(test.client.context, test.channels.address(), SMALL);
                RdmaChannel asked = test.channels.accept();
                (test.random.nextBoolean() ? asks : asked).close();
                asks.close();
                asked.close();
            }
        },
        CHANNEL_INTERRUPTED {
            @Override
            void go(WaysToEndTest test) throws Exception {
                test.interruptAChannel();
            }
        },
        ENDPOINT_REFUSED {
            @Override
            void go(WaysToEndTest test) throws Exception {
                InetSocketAddress nobody = test.server.at(CmEnd.PORT + 1);
                Throwable thrown =
                        catchThrowable(() -> PassiveEndpoint.connect(test.client.context, nobody));
                assertThat(thrown).isInstanceOf(RuntimeException.class);
            }
        },
        PARENT_CLOSED_MEANWHILE {
            @Override
            void go(WaysToEndTest test) throws Exception {
                test.closeParents();
            }
        },
        DEVICE_CLOSED {
            @Override
            void go(WaysToEndTest test) throws Exception {
                test.closeADevice();
            }
        };

        abstract void go(WaysToEndTest test) throws Exception;

        boolean chosen() {
            return ONLY.isEmpty() || name().equals(ONLY.toUpperCase(Locale.ROOT));
        }
    }

    /** Takes turns with another thread at some moment of what that does. */
    private Throwable meanwhile(Runnable one, Runnable other) throws InterruptedException {
        Throwable[] thrown = new Throwable[1];
        Thread thread = Thread.ofPlatform().start(() -> thrown[0] = catchThrowable(one::run));
        int spins = random.nextInt(20_000);
        for (int spin = 0; spin < spins; spin++) {
            Thread.onSpinWait();
        }
        other.run();
        thread.join();
        assertThat(thrown[0])
                .satisfiesAnyOf(
                        e -> assertThat(e).isNull(),
                        e -> assertThat(e).isInstanceOf(IllegalStateException.class));
        return thrown[0];
    }

    private static CompletionQueue createQp(CmEnd end, CmId id) {
        CompletionQueue queue = end.context.createCq(16);
        id.createQp(end.domain, QpInitAttr.builder().cq(queue).build());
        return queue;
    }

    private static WcStatus await(CompletionQueue queue) {
        WorkCompletion[] one = WorkCompletion.array(1);
        while (queue.poll(one) == 0) {
            Thread.onSpinWait();
        }
        return one[0].status();
    }

    /** Nobody asks for the asynchronous events. */
    private void endByABadKey() throws InterruptedException {
        CmId id = client.resolved(server);
        CompletionQueue mine = createQp(client, id);
        id.ackTimeout(ACK_TIMEOUT);
        id.connect(ConnParam.EMPTY);
        CmId child = server.await(CmEventType.CONNECT_REQUEST).id();
        CompletionQueue theirs = createQp(server, child);
        child.accept(ConnParam.EMPTY);
        client.await(CmEventType.ESTABLISHED);
        server.await(CmEventType.ESTABLISHED);
        SendWr wrong =
                new SendWr()
                        .opcode(WrOpcode.RDMA_WRITE)
                        .sendFlags(SendFlags.SIGNALED)
                        .rdma(server.region.addr(), server.region.rkey() + 1)
                        .addSge(client.region.sge(0, 8));
        assertThat(id.qp().postSend(wrong)).isEqualTo(PostStatus.OK);
        assertThat(await(mine)).isEqualTo(WcStatus.REM_ACCESS_ERR);
        client.await(CmEventType.DISCONNECTED);
        server.await(CmEventType.DISCONNECTED);
        id.close();
        child.close();
        mine.close();
        theirs.close();
    }

    /** Before the program that listens has looked. */
    private void withdraw() throws InterruptedException {
        CmId id = client.ready(server);
        id.ackTimeout(ACK_TIMEOUT);
        id.connect(ConnParam.EMPTY);
        awaitIds(LISTENERS + 1);
        id.close();
        awaitIds(LISTENERS);
        assertThat(server.channel.pollCmEvent()).isNull();
    }

    private void awaitIds(int count) {
        while (server.context.connections().ids() != count) {
            Thread.onSpinWait();
        }
    }

    private void closeAnEventChannel() throws InterruptedException {
        CmEventChannel channel = RdmaCm.createEventChannel(client.context);
        CmId listener = channel.createId(client.context, CmPortSpace.TCP);
        listener.bindAddr(client.at(0));
        listener.listen(1);
        CmId id = channel.createId(client.context, CmPortSpace.TCP);
        meanwhile(
                () -> {
                    client.createQp(id);
                    channel.createId(client.context, CmPortSpace.UDP);
                },
                channel::close);
    }

    private void interruptAChannel() throws IOException {
        RdmaChannel asks = RdmaChannel.connect(client.context, channels.address(), SMALL);
        try (RdmaChannel asked = channels.accept()) {
            Thread.currentThread().interrupt();
            Throwable thrown = catchThrowable(() -> asks.inputStream().read());
            assertThat(Thread.interrupted()).isTrue();
            assertThat(thrown).isInstanceOf(IOException.class);
            assertThat(asked.inputStream()).isNotNull();
        }
    }

    private void closeParents() throws InterruptedException {
        ProtectionDomain domain = client.context.allocPd();
        CompletionChannel channel = client.context.createCompChannel();
        CompletionQueue queue = client.context.createCq(4, null, channel);
        AhAttr way = new AhAttr(GlobalRoute.to(Gid.parse("192.0.2.2"), 0), 0, 1);
        List<Runnable> makers = new ArrayList<>();
        makers.add(() -> domain.regMr(Arena.ofAuto().allocate(64, 8), AccessFlags.LOCAL_WRITE));
        makers.add(() -> domain.createSrq(new SrqInitAttr(4, 1)));
        makers.add(() -> domain.createAh(way));
        makers.add(() -> domain.allocMw(MwType.TYPE_2));
        makers.add(() -> client.context.createCq(4, null, channel));
        makers.add(() -> domain.createQp(QpInitAttr.builder().cq(queue).build()));
        List<Runnable> closers = List.of(domain::close, channel::close, queue::close);
        Runnable make = makers.get(random.nextInt(makers.size()));
        Runnable close = closers.get(random.nextInt(closers.size()));
        meanwhile(
                () -> {
                    for (int i = 0; i < 20; i++) {
                        make.run();
                    }
                },
                close);
        meanwhile(domain::close, domain::close);
        queue.close();
        channel.close();
    }

    /** With everything that was made on it. */
    private void closeADevice() throws InterruptedException {
        try (CmEnd gone = open("192.0.2.3")) {
            CmId id = gone.resolved(server);
            createQp(gone, id);
            id.ackTimeout(ACK_TIMEOUT);
            id.connect(ConnParam.EMPTY);
            CmId child = server.await(CmEventType.CONNECT_REQUEST).id();
            CompletionQueue queue = createQp(server, child);
            child.accept(ConnParam.EMPTY);
            gone.await(CmEventType.ESTABLISHED);
            server.await(CmEventType.ESTABLISHED);
            Throwable second = meanwhile(gone.context::close, gone.context::close);
            assertThat(second).isNull();
            server.await(CmEventType.DISCONNECTED);
            child.close();
            queue.close();
        }
    }

    /** Waits until connections that have ended are forgotten: the last ones are in time-wait. */
    private void awaitNone() {
        for (CmEnd end : List.of(client, server)) {
            while (end.context.connections().size() > 0) {
                Thread.onSpinWait();
            }
        }
    }

    private void end(int times) throws Exception {
        for (int i = 0; i < times; i++) {
            for (Way way : Way.values()) {
                if (way.chosen()) {
                    way.go(this);
                }
            }
        }
        awaitNone();
        for (CmEnd end : List.of(client, server)) {
            assertThat(end.<Integer>onLoop(shard -> shard.qpCount())).as("queue pairs").isZero();
            assertThat(end.<Integer>onLoop(shard -> shard.regions().size())).as("regions").isOne();
            assertThat(end.context.pollAsyncEvent()).isNull();
            assertThat(end.channel.pollCmEvent()).isNull();
        }
        assertThat(client.context.connections().ids()).isZero();
        assertThat(server.context.connections().ids()).isEqualTo(LISTENERS);
    }

    @Test
    void shouldLeaveNothing() throws Exception {
        assertTimeoutPreemptively(
                MOST,
                () -> {
                    end(WARM_UP);
                    Census before = Census.take();
                    end(TIMES);
                    before.assertNothingStays(TIMES / 4);
                });
    }
}
