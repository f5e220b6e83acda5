package org.urdma4j.transport.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.endpoint.PassiveServer;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WorkCompletion;

import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** What endpoints do to each other's memory, and how they wait for it. */
@Timeout(60)
class EndpointOperationsTest {
    private static final int ALL =
            AccessFlags.LOCAL_WRITE
                    | AccessFlags.REMOTE_WRITE
                    | AccessFlags.REMOTE_READ
                    | AccessFlags.REMOTE_ATOMIC;

    private final Neighbours devices = new Neighbours();
    private PassiveEndpoint client;
    private PassiveEndpoint peer;
    private MemoryRegion mine;
    private MemoryRegion named;

    @BeforeEach
    void connect() throws Exception {
        try (PassiveServer server = PassiveServer.listen(devices.other, 0)) {
            FutureTask<PassiveEndpoint> accepted = start(server::accept);
            client = PassiveEndpoint.connect(devices.one, server.address());
            peer = accepted.get();
        }
        mine = client.allocate(64);
        named = peer.allocate(64, ALL);
    }

    @AfterEach
    void close() {
        devices.close();
    }

    private static <T> FutureTask<T> start(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread.startVirtualThread(task);
        return task;
    }

    @Test
    void shouldSendFromTheMiddleOfARegion() throws InterruptedException {
        peer.receive(named, 8, 16, 1);
        mine.segment().setString(40, "middle");
        client.send(mine, 40, 7, 2);

        assertThat(peer.awaitReceive().byteLen()).isEqualTo(7);
        assertThat(named.segment().getString(8)).isEqualTo("middle");
        assertThatThrownBy(() -> client.send(mine, 60, 5, 3))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void shouldTellThePeerOfAWrite() throws InterruptedException {
        peer.receive(named, 0, 0, 5);
        mine.segment().setString(8, "there");
        client.writeWithImm(mine, 8, 6, named.addr() + 32, named.rkey(), 0xcafe_f00d, 6);

        WorkCompletion told = peer.awaitAny();
        assertThat(told.wrId()).isEqualTo(5);
        assertThat(told.opcode()).isEqualTo(WcOpcode.RECV_RDMA_WITH_IMM);
        assertThat(told.immData()).isEqualTo(0xcafe_f00d);
        assertThat(named.segment().getString(32)).isEqualTo("there");
        assertThat(client.awaitAny().opcode()).isEqualTo(WcOpcode.RDMA_WRITE);
    }

    @Test
    void shouldDoAtomicOperations() throws InterruptedException {
        named.segment().set(ValueLayout.JAVA_LONG, 16, 40);
        long cell = named.addr() + 16;
        client.atomicFetchAdd(mine, 8, cell, named.rkey(), 2, 1);
        assertThat(client.awaitSend().opcode()).isEqualTo(WcOpcode.FETCH_ADD);
        assertThat(mine.segment().get(ValueLayout.JAVA_LONG, 8)).isEqualTo(40);
        client.atomicCmpSwp(mine, 24, cell, named.rkey(), 42, -1, 2);
        assertThat(client.awaitSend().opcode()).isEqualTo(WcOpcode.COMP_SWAP);
        assertThat(mine.segment().get(ValueLayout.JAVA_LONG, 24)).isEqualTo(42);
        client.atomicCmpSwp(mine, 24, cell, named.rkey(), 42, 7, 3);
        client.awaitSend();

        assertThat(mine.segment().get(ValueLayout.JAVA_LONG, 24)).isEqualTo(-1);
        assertThat(named.segment().get(ValueLayout.JAVA_LONG, 16)).as("not equal").isEqualTo(-1);
        client.atomicFetchAdd(mine, 0, cell + 4, named.rkey(), 1, 4);
        assertThatThrownBy(client::awaitSend)
                .as("not a multiple of 8")
                .hasMessageContaining("REM_INV_REQ_ERR");
    }

    @Test
    void shouldWaitForWhateverCompletes() throws InterruptedException {
        Set<WcOpcode> seen = EnumSet.noneOf(WcOpcode.class);
        client.receive(mine, 0, 8, 1);
        client.read(mine, 8, 8, named.addr(), named.rkey(), 2);
        peer.send(named, 8, 3);
        for (int i = 0; i < 2; i++) {
            seen.add(client.awaitAny().opcode());
        }
        assertThat(seen).containsExactlyInAnyOrder(WcOpcode.RECV, WcOpcode.RDMA_READ);
    }

    @Test
    void shouldWakeEachOfManyThatWaitForDifferentThings() throws Exception {
        for (int round = 0; round < 100; round++) {
            FutureTask<WorkCompletion> received = start(client::awaitReceive);
            FutureTask<WorkCompletion> sent = start(client::awaitSend);
            client.receive(mine, 0, 8, 1);
            if (round % 2 == 0) {
                client.read(mine, 8, 8, named.addr(), named.rkey(), 2);
                assertThat(sent.get().opcode()).isEqualTo(WcOpcode.RDMA_READ);
                peer.send(named, 8, 3);
            } else {
                peer.send(named, 8, 3);
                assertThat(received.get().opcode()).isEqualTo(WcOpcode.RECV);
                client.read(mine, 8, 8, named.addr(), named.rkey(), 2);
            }
            assertThat(received.get().opcode()).isEqualTo(WcOpcode.RECV);
            assertThat(sent.get().opcode()).isEqualTo(WcOpcode.RDMA_READ);
            peer.awaitSend();
        }
    }

    @Test
    void shouldSayThatTheConnectionHasEndedToAllWhoWait() throws InterruptedException {
        FutureTask<WorkCompletion> received = start(client::awaitReceive);
        FutureTask<WorkCompletion> any = start(client::awaitAny);
        peer.close();
        for (FutureTask<WorkCompletion> waiting : List.of(received, any)) {
            assertThatThrownBy(waiting::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("the connection has ended");
        }
    }
}
