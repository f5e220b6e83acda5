package org.urdma4j.peers.where;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.List;

/** What stacks are charged to. */
class SamplesTest {
    private static final String LOOP =
            "java/lang/Thread.run;io/netty/channel/epoll/EpollIoHandler.run;";
    private static final String SEND =
            LOOP + "org/urdma4j/transport/port/pipeline/BatchSender.write;do_syscall_64_[k];";

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "PORT io/netty/channel/epoll/EpollIoHandler.run",
                "ENGINE org/urdma4j/transport/shard/Shard.onTimers",
                "ENGINE org/urdma4j/codec/urdma/UrdmaBth.t1Field;java/nio/DirectByteBuffer.get",
                "ICRC org/urdma4j/codec/icrc/MaskedHeaders.update;updateBytesCRC32",
                "COPY org/urdma4j/transport/memory/RegisteredMemory.copy;jint_disjoint_arraycopy",
                "COPY org/urdma4j/transport/urdma/packet/DataWriter.begin;jint_disjoint_arraycopy",
                "WAIT io/netty/channel/epoll/Native.epollWait0;do_epoll_wait_[k];schedule_[k]",
                "KERNEL_RECEIVE do_recvmmsg_[k];__sys_recvmmsg_[k];udp_recvmsg_[k]",
                "KERNEL_COPY __x64_sys_recvmmsg_[k];_copy_to_iter_[k]",
            })
    void shouldChargeWhatAnEventLoopDoes(Part part, String stack) throws IOException {
        assertThat(Samples.parse(List.of(LOOP + stack + " 3")).of(part)).isEqualTo(3);
    }

    /** On a veth pair the sender's call carries a packet up to the peer's socket, and wakes it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "KERNEL_SEND __x64_sys_sendmsg_[k];udp_sendmsg_[k]",
                "KERNEL_COPY __x64_sys_sendmsg_[k];ip_generic_getfrag_[k];_copy_from_iter_[k]",
                "KERNEL_DELIVER __x64_sys_sendmsg_[k];net_rx_action_[k];udp_queue_rcv_skb_[k]",
                "KERNEL_DELIVER __sys_sendmsg_[k];process_backlog_[k];__udp_enqueue_schedule_skb_[k]",
                "WAIT __x64_sys_sendmsg_[k];net_rx_action_[k];try_to_wake_up_[k]",
                "OTHER asm_sysvec_apic_timer_interrupt_[k]",
            })
    void shouldChargeTheKernelsWorkToIt(Part part, String stack) throws IOException {
        assertThat(Samples.parse(List.of(SEND + stack + " 2")).of(part)).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "JVM thread_native_entry;CompileBroker::compiler_thread_loop;futex_wait_[k]",
                "JVM start_thread;VMThread::run",
                "JVM I2C/C2I-adapters",
                "APPLICATION java/lang/Thread.run;org/urdma4j/measure/verbs/Poster.keepFull",
            })
    void shouldChargeWhatOtherThreadsDo(Part part, String stack) throws IOException {
        assertThat(Samples.parse(List.of(stack + " 1")).of(part)).isEqualTo(1);
    }

    @Test
    void shouldAddUp() throws IOException {
        Samples samples =
                Samples.parse(
                        List.of(LOOP + "a 5", "VMThread::run 2", LOOP + "updateBytesCRC32 7"));

        assertThat(samples.total()).isEqualTo(14);
        assertThat(samples.of(Part.PORT)).isEqualTo(5);
        assertThat(samples.of(Part.ICRC)).isEqualTo(7);
        assertThat(samples.of(Part.COPY)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a;b", "a;b c", "a;b 1.5"})
    void shouldRefuseWhatIsNoStack(String line) {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> Samples.parse(List.of(line)))
                .withMessageContaining("async-profiler");
    }
}
