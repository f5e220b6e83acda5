package org.urdma4j.simulation.tcp;

import org.urdma4j.simulation.time.VirtualTime;
import org.urdma4j.simulation.time.VirtualTimer;

import java.util.function.LongConsumer;

/** A sender of so many packets: window, pacing, losses, probes and timeouts. */
final class TcpSender {
    /** So many later arrivals say that a packet is lost. */
    private static final int REORDERING = 3;

    private static final long LEAST_TIMEOUT_NS = 200_000_000;
    private static final long FIRST_TIMEOUT_NS = 1_000_000_000;

    private final TcpControl control;
    private final ArrivalLog log;
    private final VirtualTime time;
    private final LongConsumer out;
    private final long packets;
    private final Runnable done;
    private final Transmissions flight = new Transmissions();
    private final TcpAck ack = new TcpAck();
    private final VirtualTimer pacer;
    private final VirtualTimer timeout;
    private boolean stopped;
    private int inFlight;
    private long lost;
    private long delivered;
    private long deliveredNs;
    private long firstSentNs;
    private long newest = -1;
    private long rttNs;
    private long minRttNs = Long.MAX_VALUE;
    private long openNs;
    private boolean probed;
    private int backoff;

    /** One with packets without end. */
    TcpSender(TcpControl control, ArrivalLog log, VirtualTime time, LongConsumer out) {
        this(control, log, time, out, Long.MAX_VALUE, () -> {});
    }

    /**
     * @param packets how many it has to send
     * @param done is run when the sender has heard that as many have arrived
     */
    TcpSender(
            TcpControl control,
            ArrivalLog log,
            VirtualTime time,
            LongConsumer out,
            long packets,
            Runnable done) {
        this.control = control;
        this.packets = packets;
        this.done = done;
        this.log = log;
        this.time = time;
        this.out = out;
        pacer = time.timer(this::send);
        timeout = time.timer(this::onSilence);
    }

    void start() {
        send();
    }

    void stop() {
        stopped = true;
        pacer.cancel();
        timeout.cancel();
    }

    /** Takes an acknowledgement that was made after so many arrivals. */
    void onAck(long arrivals) {
        if (stopped || arrivals <= log.known()) {
            return;
        }
        ack.nowNs = time.nowNs();
        ack.priorInFlight = inFlight;
        ack.acked = (int) (arrivals - log.known());
        ack.marked = 0;
        ack.newestMarked = -1;
        boolean news = false;
        while (log.known() < arrivals) {
            news |= arrived(log.take());
        }
        ack.delivered = delivered;
        if (news) {
            measure();
        }
        findLosses(newest - REORDERING);
        ack.inFlight = inFlight;
        ack.newest = newest;
        ack.next = flight.next();
        control.onAck(ack);
        if (delivered >= packets) {
            stop();
            done.run();
            return;
        }
        probed = false;
        backoff = 0;
        arm();
        send();
    }

    /** Returns whether it is the newest so far. */
    private boolean arrived(long number) {
        delivered++;
        deliveredNs = ack.nowNs;
        if (number >= flight.first()) {
            flight.setArrived(number);
            inFlight--;
        }
        if (log.marked()) {
            ack.marked++;
            ack.newestMarked = Math.max(ack.newestMarked, number);
        }
        boolean news = number > newest;
        newest = Math.max(newest, number);
        return news;
    }

    private void measure() {
        ack.rttNs = ack.nowNs - flight.sentNs(newest);
        minRttNs = Math.min(minRttNs, ack.rttNs);
        ack.minRttNs = minRttNs;
        rttNs = rttNs == 0 ? ack.rttNs : rttNs - rttNs / 8 + ack.rttNs / 8;
        ack.priorDelivered = flight.delivered(newest);
        ack.sentInFlight = flight.inFlight(newest);
        ack.lostSince = lost - flight.lost(newest);
        long sendNs = flight.sentNs(newest) - flight.firstSentNs(newest);
        long ackNs = ack.nowNs - flight.deliveredNs(newest);
        firstSentNs = flight.sentNs(newest);
        long spanNs = Math.max(sendNs, ackNs);
        ack.rate = spanNs < minRttNs ? 0 : (delivered - ack.priorDelivered) * 1e9 / spanNs;
    }

    /** What was sent up to a packet and hasn't arrived is lost. */
    private void findLosses(long upTo) {
        ack.lost = 0;
        ack.newestLost = -1;
        while (flight.first() <= upTo) {
            long number = flight.first();
            if (!flight.arrived(number)) {
                ack.lost++;
                ack.newestLost = number;
                inFlight--;
                lost++;
                ack.lostSince++;
                control.onLost(ack, flight.inFlight(number), lost - flight.lost(number));
            }
            flight.settleFirst();
        }
        while (flight.first() < flight.next() && flight.arrived(flight.first())) {
            flight.settleFirst();
        }
    }

    private void send() {
        long nowNs = time.nowNs();
        while (!stopped) {
            long left = packets - (flight.next() - lost);
            if (left <= 0) {
                return;
            }
            int room = control.window() - inFlight;
            int burst = control.superPacket();
            // waits for a whole super-packet, or a third of the window, while others are out
            if (room <= 0 || (inFlight > 0 && room < Math.min(burst, control.window() / 3))) {
                return;
            }
            if (openNs > nowNs) {
                pacer.schedule(openNs);
                return;
            }
            int count = (int) Math.min(Math.min(room, burst), left);
            for (int i = 0; i < count; i++) {
                transmit(nowNs);
            }
            double pacing = control.pacing();
            openNs = pacing == TcpControl.UNPACED ? nowNs : nowNs + (long) (count * 1e9 / pacing);
        }
    }

    private void transmit(long nowNs) {
        if (inFlight == 0) {
            firstSentNs = nowNs;
            deliveredNs = nowNs;
        }
        inFlight++;
        long number = flight.add(nowNs, delivered, deliveredNs, firstSentNs, inFlight, lost);
        if (!timeout.isScheduled()) {
            arm();
        }
        out.accept(number);
    }

    private void arm() {
        long nowNs = time.nowNs();
        if (rttNs == 0) {
            timeout.schedule(nowNs + FIRST_TIMEOUT_NS);
        } else if (probed || backoff > 0) {
            timeout.schedule(nowNs + (Math.max(LEAST_TIMEOUT_NS, 2 * rttNs) << backoff));
        } else {
            timeout.schedule(nowNs + 2 * rttNs + 2_000_000);
        }
    }

    /** First a packet that asks for an acknowledgement, then all is lost. */
    private void onSilence() {
        long nowNs = time.nowNs();
        if (!probed && backoff == 0 && rttNs > 0) {
            probed = true;
            arm();
            transmit(nowNs);
            return;
        }
        ack.nowNs = nowNs;
        findLosses(flight.next() - 1);
        backoff = Math.min(backoff + 1, 6);
        control.onTimeout(nowNs);
        openNs = nowNs;
        arm();
        send();
    }

    long sent() {
        return flight.next();
    }

    long lost() {
        return lost;
    }
}
