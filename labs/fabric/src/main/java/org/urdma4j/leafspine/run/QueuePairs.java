package org.urdma4j.leafspine.run;

import org.urdma4j.leafspine.balance.LoadBalance;
import org.urdma4j.leafspine.grant.GrantConfig;
import org.urdma4j.leafspine.grant.GrantScheduler;
import org.urdma4j.leafspine.host.FlowContext;
import org.urdma4j.leafspine.host.GoBackNReceiver;
import org.urdma4j.leafspine.host.GoBackNSender;
import org.urdma4j.leafspine.host.HostCounters;
import org.urdma4j.leafspine.host.Messages;
import org.urdma4j.leafspine.host.Nic;
import org.urdma4j.leafspine.host.Receiver;
import org.urdma4j.leafspine.host.Sender;
import org.urdma4j.leafspine.host.UrdmaReceiver;
import org.urdma4j.leafspine.host.UrdmaSender;
import org.urdma4j.leafspine.net.Noise;
import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.PacketKind;
import org.urdma4j.leafspine.pattern.Traffic;
import org.urdma4j.leafspine.rate.FlowRate;
import org.urdma4j.leafspine.topology.LeafSpine;
import org.urdma4j.leafspine.topology.Shape;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The queue pairs between ranks, made when something is first sent. */
final class QueuePairs implements Nic.Flows {
    /** Told when all of a message has arrived. */
    @FunctionalInterface
    interface Arrival {
        void received(Traffic job, int from, int to);
    }

    private static final int PATHS = 16;

    private static final class Pair {
        final Traffic job;
        final int from;
        final int to;
        final List<Integer> flows = new ArrayList<>();
        final Map<Integer, Integer> partsLeft = new HashMap<>();
        int messages;

        Pair(Traffic job, int from, int to) {
            this.job = job;
            this.from = from;
            this.to = to;
        }
    }

    private final Scheme scheme;
    private final Arrival arrival;
    private final Noise entropies;
    private final HostCounters counters = new HostCounters();
    private final Map<Long, Pair> byRanks = new HashMap<>();
    private final List<Pair> pairs = new ArrayList<>();
    private final List<Sender> senders = new ArrayList<>();
    private final List<Receiver> receivers = new ArrayList<>();
    private final List<GrantScheduler> schedulers = new ArrayList<>();
    private LeafSpine fabric;
    private GrantConfig grants;

    /**
     * @param seed of source ports
     */
    QueuePairs(Scheme scheme, Arrival arrival, long seed) {
        this.scheme = scheme;
        this.arrival = arrival;
        this.entropies = new Noise(seed);
    }

    void fabric(LeafSpine on, GrantConfig by) {
        fabric = on;
        grants = by;
        if (scheme.control() != RateControl.GRANTS) {
            return;
        }
        for (int rank = 0; rank < on.nics().size(); rank++) {
            Nic nic = on.nic(rank);
            int self = rank;
            schedulers.add(
                    new GrantScheduler(
                            by,
                            on.events(),
                            nic.port().psPerByte(),
                            (flow, total) -> grant(nic, self, flow, total)));
        }
    }

    private void grant(Nic nic, int self, int flow, long total) {
        Packet packet =
                fabric.pool()
                        .take(
                                PacketKind.GRANT,
                                flow,
                                self,
                                pairs.get(flow).from,
                                FlowContext.CONTROL_BYTES);
        packet.entropy = Noise.mix(flow);
        packet.total = total;
        nic.send(packet);
    }

    /** Sends a message, an equal part by each queue pair of these ranks. */
    void send(Traffic job, int from, int to, long bytes) {
        Pair pair =
                byRanks.computeIfAbsent(
                        ((long) from << Integer.SIZE) + to, _ -> made(new Pair(job, from, to)));
        int parts = (int) Math.min(bytes, scheme.qps());
        pair.partsLeft.put(pair.messages++, parts);
        for (int i = 0; i < parts; i++) {
            senders.get(pair.flows.get(i)).post(bytes / parts + (i < bytes % parts ? 1 : 0));
        }
    }

    private Pair made(Pair pair) {
        for (int i = 0; i < scheme.qps(); i++) {
            int flow = senders.size();
            pair.flows.add(flow);
            pairs.add(pair);
            make(pair, flow);
        }
        return pair;
    }

    private void make(Pair pair, int flow) {
        Shape shape = fabric.shape();
        Nic from = fabric.nic(pair.from);
        Nic to = fabric.nic(pair.to);
        int overhead = scheme.profile().overheadBytes();
        long rttPs = Ideal.rttPs(shape);
        FlowContext context =
                new FlowContext(
                        flow,
                        pair.from,
                        pair.to,
                        entropies.nextLong(),
                        overhead,
                        scheme.containerPackets(),
                        rttPs,
                        fabric.events(),
                        fabric.pool(),
                        new Messages(FabricOptions.MTU),
                        counters,
                        this::received);
        FlowRate rate = scheme.control().rate(shape.linkBps(), FabricOptions.MTU + overhead, rttPs);
        Sender sender;
        if (scheme.profile() == Profile.STANDARD) {
            sender = new GoBackNSender(context, rate, from, FabricOptions.MTU);
            receivers.add(new GoBackNReceiver(context, to, rate.telemetry()));
        } else {
            LoadBalance by = scheme.balance();
            boolean ordered = by != LoadBalance.SPRAY && by != LoadBalance.ADAPTIVE;
            boolean granted = scheme.control() == RateControl.GRANTS;
            int paths = by == LoadBalance.GSE_HOST ? PATHS : 1;
            sender =
                    new UrdmaSender(
                            context,
                            rate,
                            from,
                            paths,
                            ordered,
                            granted ? grants : null,
                            from.port().psPerByte());
            receivers.add(
                    new UrdmaReceiver(
                            context, to, ordered, granted ? schedulers.get(pair.to) : null));
        }
        senders.add(sender);
        from.add(sender);
    }

    private void received(int flow, int message) {
        Pair pair = pairs.get(flow);
        if (pair.partsLeft.merge(message, -1, Integer::sum) == 0) {
            pair.partsLeft.remove(message);
            arrival.received(pair.job, pair.from, pair.to);
        }
    }

    @Override
    public Sender sender(int flow) {
        return senders.get(flow);
    }

    @Override
    public Receiver receiver(int flow) {
        return receivers.get(flow);
    }

    HostCounters counters() {
        return counters;
    }

    /** Returns what schedules the NICs, if they are scheduled. */
    List<GrantScheduler> schedulers() {
        return schedulers;
    }
}
