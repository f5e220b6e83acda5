package org.urdma4j.measure.verbs;

import org.urdma4j.measure.spec.PaperMode;
import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Service;
import org.urdma4j.measure.spec.Side;
import org.urdma4j.measure.spec.Tuning;
import org.urdma4j.measure.traffic.EndSetup;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.DeviceAttr;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.ConnParam;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;

/** What the queue pairs of a run are connected with, the same on both ends. */
final class QpOptions {
    private static final int ACCESS =
            AccessFlags.REMOTE_WRITE | AccessFlags.REMOTE_READ | AccessFlags.REMOTE_ATOMIC;

    /** What a receiver keeps open of forward error correction. */
    private static final int FEC_GROUPS = 64;

    private static final int QKEY = 0x1111_1111;

    private static final int BITS_PER_KBIT = 1000;

    private final RunSpec spec;
    private final Side side;
    private final Layout layout;
    private final int payload;
    private final OpenDevice device;
    private final long grantRate;
    private final InetAddress client;
    private final AhAttr group;

    /**
     * Gathers them.
     *
     * @param group the way to the group of the run, null if there is none
     */
    QpOptions(
            EndSetup setup,
            Layout layout,
            int payload,
            OpenDevice device,
            long grantRate,
            AhAttr group) {
        this.spec = setup.spec();
        this.side = setup.side();
        this.client = side == Side.CLIENT ? setup.local() : setup.remote();
        this.group = group;
        this.layout = layout;
        this.payload = payload;
        this.device = device;
        this.grantRate = grantRate;
    }

    void connect(Stream stream, QpEndpoint remote) {
        if (spec.qp() == Service.UD) {
            address(stream, remote);
            return;
        }
        Tuning tuning = spec.tuning();
        QpAttr options = limit(new QpAttr().qpAccessFlags(ACCESS).ahAttr(wayTo(remote)));
        if (spec.qp().reliable()) {
            // The most that there are: on a long path 16 READs would not fill it.
            DeviceAttr most = device.context().queryDevice();
            options.timeout(tuning.timeout())
                    .retryCnt(tuning.retry())
                    .maxRdAtomic(most.maxQpInitRdAtom())
                    .maxDestRdAtomic(most.maxQpRdAtom());
        }
        if (spec.protocol() == Protocol.URDMA) {
            options.urdmaOffer(offer()).urdmaPeerOffer(offer()).urdmaTuning(urdma(stream.index));
        } else {
            options.pathMtu(Mtu.ofBytes(payload));
            if (tuning.congestionControl().needsLineRate()) {
                options.urdmaTuning(urdma(stream.index));
            }
        }
        QpAttrs.connect(stream.pair, stream.endpoint, remote, options);
    }

    /**
     * Returns what an end says of a connection that it makes through the connection manager.
     *
     * @param index of the queue pair, from 0
     */
    ConnParam param(int index) {
        ConnParam param = ConnParam.EMPTY.retryCount(spec.tuning().retry());
        if (spec.protocol() == Protocol.URDMA) {
            return param.urdmaOffer(offer()).urdmaTuning(urdma(index));
        }
        ConnParam standard = param.urdma(false);
        return spec.tuning().congestionControl().needsLineRate()
                ? standard.urdmaTuning(urdma(index))
                : standard;
    }

    /** Says of the path what the end that asks for a connection says for both. */
    void path(CmId id) {
        id.ackTimeout(spec.tuning().timeout());
        id.serviceLevel(spec.tuning().sl());
        if (spec.protocol() == Protocol.STANDARD) {
            id.pathMtu(Mtu.ofBytes(payload));
        }
    }

    /** Limits the rate of a connection, where there is a limit. */
    void limitRate(QueuePair pair) {
        QpAttr limit = limit(new QpAttr().qpState(QpState.RTS));
        if (limit.mask() != QpAttrMask.STATE) {
            pair.modify(limit);
        }
    }

    /** A UD queue pair has no peer: it learns where to send, and hears whoever knows the key. */
    private void address(Stream stream, QpEndpoint remote) {
        if (spec.toGroup()) {
            join(stream);
            return;
        }
        QpAttrs.activate(stream.pair, QKEY, stream.endpoint.psn());
        limitRate(stream.pair);
        stream.destination(
                stream.pair.protectionDomain().createAh(wayTo(remote)), remote.qpn(), QKEY);
    }

    /** Servers are in the group of the run, and the client sends to it from outside. */
    private void join(Stream stream) {
        QpAttrs.activate(stream.pair, groupQkey(), stream.endpoint.psn());
        if (side == Side.SERVER) {
            stream.pair.attachMulticast(group.grh().dgid());
        } else {
            stream.destination(
                    stream.pair.protectionDomain().createAh(group),
                    QueuePair.MULTICAST_QPN,
                    groupQkey());
        }
    }

    /** What others send to the same group doesn't count, nor from another address of the client. */
    private int groupQkey() {
        int run = Long.hashCode(spec.load().seed());
        return (31 * run + Arrays.hashCode(client.getAddress())) & Integer.MAX_VALUE;
    }

    private AhAttr wayTo(QpEndpoint remote) {
        return new AhAttr(GlobalRoute.to(remote.gid(), device.gidIndex()), spec.tuning().sl(), 1);
    }

    private QpAttr limit(QpAttr attr) {
        boolean unlimited =
                spec.load().latency() // else it is that of requests
                        || (!device.counts() && spec.tuning().rateBps() == 0);
        long rate = unlimited ? 0 : rateLimit(spec);
        return rate == 0
                ? attr
                : attr.rateLimit(Math.max(1, rate / layout.streams() / BITS_PER_KBIT));
    }

    /** A standard sender knows no path: it sends at the reference rate, as one with fixed rate. */
    static long rateLimit(RunSpec spec) {
        Tuning tuning = spec.tuning();
        CongestionControlType cc = tuning.congestionControl();
        boolean fixed =
                cc == CongestionControlType.FIXED
                        || (spec.protocol() == Protocol.STANDARD && !cc.needsLineRate());
        return tuning.rateBps() == 0 && fixed ? tuning.referenceRateBps() : tuning.rateBps();
    }

    private UrdmaOffer offer() {
        int receives = layout.receives();
        boolean fec = !spec.tuning().fec().equals("off");
        return spec.tuning()
                .paper()
                .offer(UrdmaOffer.builder())
                .payloadBytes(payload)
                .pathMtu(true)
                .fec(fec ? FEC_GROUPS : 0)
                .paths(spec.tuning().spread().wanted())
                .relaxedOrder(!spec.load().verify())
                .grants(spec.tuning().congestionControl().grants())
                .receiveLimit(receives > 0 ? receives : UrdmaOffer.NO_LIMIT)
                .build();
    }

    private UrdmaTuning urdma(int index) {
        Tuning tuning = spec.tuning();
        CongestionControlType cc = tuning.congestionControl();
        int sharers = cc.needsLineRate() ? 1 : layout.streams(); // of a line there is but one
        double patienceMs = Math.max(1, tuning.retry()) * tuning.timeoutMs();
        PaperMode paper = tuning.paper();
        return paper.tune(UrdmaTuning.builder())
                .congestionControl(cc)
                .referenceRate(
                        tuning.referenceRateBps() / sharers, paper.has(PaperMode.Mechanism.FLOOR))
                .initialWindow(paper.initialWindow(UrdmaTuning.DEFAULT.initialWindow()))
                .grantRate(grantRate)
                .fec(tuning.fec())
                .paths(tuning.spread().paths(side))
                .weight(tuning.weights().of(index))
                .retryTime(Duration.ofMillis(Math.clamp((long) patienceMs, 1, 3_600_000)))
                .build();
    }
}
