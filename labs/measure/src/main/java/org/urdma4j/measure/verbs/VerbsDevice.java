package org.urdma4j.measure.verbs;

import org.urdma4j.measure.spec.Load;
import org.urdma4j.measure.traffic.EndSetup;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEventChannel;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;
import org.urdma4j.verbs.cm.RdmaCm;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * The device of one end, which others may use too, with queues, queue pairs and memory of its own.
 */
final class VerbsDevice implements AutoCloseable {
    /**
     * How many queue pairs have their turn within one call of the event loop. A call for each would
     * wait as often for the loop, which other runs keep busy; all at once would keep them waiting.
     */
    private static final int AT_A_TIME = 64;

    private final EndSetup setup;
    private final SharedDevices devices;
    private final OpenDevice device;
    private final Context context;
    private final RunCounters counters;
    private final List<CompletionChannel> channels = new ArrayList<>();
    private final EndMemory memory;
    private final CompletionQueue sendCompletions;
    private final CompletionQueue receiveCompletions;
    private final ProtectionDomain domain;
    private final QpInitAttr queues;
    private final CompletionQueue probeCompletions;
    private final QpInitAttr probeQueues;
    private volatile List<Stream> all = List.of();

    /** Opens the device of an end's address, or takes part in the one that is open. */
    VerbsDevice(EndSetup setup, Layout layout, SharedDevices devices, List<InetAddress> more) {
        this.setup = setup;
        this.devices = devices;
        device = devices.open(setup, more);
        context = device.context();
        counters = new RunCounters(device);
        try {
            domain = context.allocPd();
            memory = new EndMemory(context, domain, layout);
            int depth = setup.spec().load().depth();
            int receives = Math.max(1, layout.receives());
            sendCompletions = queue(depth * layout.streams());
            receiveCompletions = queue(receives * layout.streams());
            queues =
                    QpInitAttr.builder()
                            .qpType(QpType.valueOf(setup.spec().qp().name()))
                            .sendCq(sendCompletions)
                            .recvCq(receiveCompletions)
                            .cap(new QpCap(depth, receives, 1, 2, 0))
                            .build();
            probeCompletions = queue(1);
            probeQueues =
                    QpInitAttr.builder()
                            .qpType(queues.qpType())
                            .sendCq(probeCompletions)
                            .recvCq(probeCompletions)
                            .cap(new QpCap(1, 1, 1, 1, 0))
                            .build();
        } catch (RuntimeException | Error e) {
            devices.release(setup, List.of());
            throw e;
        }
    }

    /** Makes queue pairs that are connected by hand. */
    void createStreams(int count) throws InterruptedException {
        Stream[] created = new Stream[count];
        try {
            each(count, i -> created[i] = createStream(i));
        } finally {
            all = Arrays.stream(created).filter(Objects::nonNull).toList();
        }
    }

    private Stream createStream(int index) {
        QueuePair pair = domain.createQp(queues(index));
        return new Stream(index, pair, QpEndpoint.local(pair, gid()));
    }

    /**
     * Does something for each of many, on the event loop, and tells of the progress. The caller
     * waits.
     *
     * @param task given 0, 1 and so on; must not wait
     * @throws InterruptedException if nobody wants the end any more; some are done then
     */
    void each(int count, IntConsumer task) throws InterruptedException {
        for (int from = 0; from < count; from += AT_A_TIME) {
            onLoop(from, Math.min(count, from + AT_A_TIME), task);
            step();
        }
    }

    /** Tells of the progress; throws as {@link #each}. */
    void step() throws InterruptedException {
        setup.progress().step();
    }

    /**
     * As {@link #each}, also on behalf of an end that is being closed, which nothing interrupts.
     */
    void everyOne(int count, IntConsumer task) {
        for (int from = 0; from < count; from += AT_A_TIME) {
            onLoop(from, Math.min(count, from + AT_A_TIME), task);
        }
    }

    private void onLoop(int from, int to, IntConsumer task) {
        device.onLoop(() -> {
            for (int i = from; i < to; i++) {
                task.accept(i);
            }
        });
    }

    /** Returns what each queue pair answers, asked on the event loop. */
    <T> List<T> ask(Function<QueuePair, T> question) {
        List<Stream> asked = streams();
        List<T> answers = new ArrayList<>(asked.size());
        everyOne(asked.size(), i -> answers.add(question.apply(asked.get(i).pair)));
        return answers;
    }

    private CompletionQueue queue(int entries) {
        CompletionChannel channel = context.createCompChannel();
        channels.add(channel);
        return context.createCq(entries, null, channel);
    }

    /** Returns which stream sends to the group of the run: its own, or that of another run. */
    Stream sender() {
        return devices.sender(setup, streams().getFirst());
    }

    /** Sends no more of what is posted: no answer would hold it back. */
    void flush() {
        for (Stream stream : streams()) {
            stream.pair.modify(new QpAttr().qpState(QpState.ERR));
        }
    }

    Context context() {
        return context;
    }

    /** Returns the device that it is part of. */
    OpenDevice device() {
        return device;
    }

    ProtectionDomain domain() {
        return domain;
    }

    /** Returns what the queue pair of an index is to be. */
    QpInitAttr queues(int index) {
        return index < load().streams() ? queues : probeQueues;
    }

    private Load load() {
        return setup.spec().load();
    }

    /** These are the queue pairs, the one whose round trips are timed behind the others. */
    void streams(List<Stream> made) {
        all = List.copyOf(made);
    }

    /** Returns all queue pairs. */
    List<Stream> all() {
        return all;
    }

    CompletionQueue probeCompletions() {
        return probeCompletions;
    }

    Gid gid() {
        return device.gid();
    }

    /**
     * Returns the way to a multicast group.
     *
     * @throws VerbsException if there is none from here
     */
    AhAttr wayTo(InetAddress group, int serviceLevel) throws InterruptedException {
        try (CmEventChannel events = RdmaCm.createEventChannel(context);
                CmId id = events.createId(context, CmPortSpace.UDP)) {
            id.bindAddr(new InetSocketAddress(0));
            id.serviceLevel(serviceLevel);
            id.joinMulticast(group); // without a queue pair it is in none yet
            return events.getCmEvent(Links.PATIENCE).ud().ahAttr();
        }
    }

    EndMemory memory() {
        return memory;
    }

    /** Returns the queue pairs that are measured, but not the one whose round trips are timed. */
    List<Stream> streams() {
        List<Stream> made = all;
        return made.subList(0, Math.min(made.size(), load().streams()));
    }

    CompletionQueue sendCompletions() {
        return sendCompletions;
    }

    CompletionQueue receiveCompletions() {
        return receiveCompletions;
    }

    /** Returns what this end has counted until now. */
    Counters counters() {
        return counters.of(streams());
    }

    /** Closes what belongs to this end, then the device unless others use it. */
    @Override
    public void close() {
        try {
            List<Stream> open = all;
            everyOne(open.size(), i -> open.get(i).pair.close());
            sendCompletions.close();
            receiveCompletions.close();
            probeCompletions.close();
            channels.forEach(CompletionChannel::close);
            memory.close();
            domain.close();
        } finally {
            devices.release(setup, all);
        }
    }
}
