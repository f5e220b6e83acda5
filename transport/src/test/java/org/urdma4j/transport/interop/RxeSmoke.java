package org.urdma4j.transport.interop;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.netty.UdpPort;
import org.urdma4j.transport.netty.UdpPortConfig;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Plays every case against the guest, in the network where it can be reached. Prints a line for
 * each, parted by tabs: {@code pass} or {@code fail}, the case, what there is to say; and {@code
 * note} lines. Arguments: our address, the guest's, the port of rxe-peer.
 */
final class RxeSmoke {
    private static final int[] MTUS = {1024, 4096};
    private static final int PSNS = 1 << 24;

    /** One packet in so many that arrive here is lost: more than a window of rxe's has. */
    private static final int LOST_ONE_IN = 61;

    private final InetAddress guest;
    private final int guestPort;

    private RxeSmoke(InetAddress guest, int guestPort) {
        this.guest = guest;
        this.guestPort = guestPort;
    }

    public static void main(String[] arguments) throws IOException {
        InetAddress local = InetAddress.ofLiteral(arguments[0]);
        RxeSmoke smoke =
                new RxeSmoke(InetAddress.ofLiteral(arguments[1]), Integer.parseInt(arguments[2]));
        UdpPortConfig config = UdpPortConfig.on(local);
        smoke.playAll(config, SmokeCase.clean(), "");
        smoke.playAll(
                config.withInbound(new DroppingStage(LOST_ONE_IN)), SmokeCase.lossy(), ", loss");
    }

    private void playAll(UdpPortConfig config, List<SmokeCase> cases, String suffix)
            throws IOException {
        try (SoftContext ours = new SoftDevice("udp", 1, () -> UdpPort.open(config)).open()) {
            for (int mtu : MTUS) {
                for (SmokeCase smokeCase : cases) {
                    play(ours, smokeCase, mtu, true, suffix);
                    play(ours, smokeCase, mtu, false, suffix);
                }
            }
            print("note", "our counters" + suffix, ours.counters().toString());
        }
        try (GuestEnd end = new GuestEnd(guest, guestPort, 1)) {
            print("note", "rxe's counters" + suffix, end.counters().toString());
        }
    }

    private void play(SoftContext ours, SmokeCase one, int mtu, boolean weAsk, String suffix) {
        String name =
                "%s, %s asks, MTU %d%s"
                        .formatted(one.name(), weAsk ? "urdma4j" : "rxe", mtu, suffix);
        Map<Counter, Long> before = snapshot(ours.counters());
        List<String> notes = new ArrayList<>();
        try (OurEnd ourEnd = new OurEnd(ours, one.memory());
                GuestEnd guestEnd = new GuestEnd(guest, guestPort, one.memory())) {
            int packets = one.packets().applyAsInt(mtu);
            int firstPsn = (PSNS - Math.max(1, packets / 2)) % PSNS;
            int otherPsn = PSNS - 1;
            ourEnd.connect(guestEnd, mtu, weAsk ? firstPsn : otherPsn, weAsk ? otherPsn : firstPsn);
            guestEnd.connect(ourEnd, mtu, weAsk ? otherPsn : firstPsn, weAsk ? firstPsn : otherPsn);
            End requester = weAsk ? ourEnd : guestEnd;
            End responder = weAsk ? guestEnd : ourEnd;
            one.body().run(new Exchange(requester, responder, mtu, ours.counters(), notes));
            if (packets != 0) {
                assertThat(weAsk ? guestEnd.expectedPsn() : guestEnd.nextPsn())
                        .as("rxe's PSN after the last request")
                        .isEqualTo((firstPsn + packets) % PSNS);
            }
            notes.add(changes(before, ours.counters()).toString());
            print("pass", name, String.join(" ", notes));
        } catch (IOException | RuntimeException | AssertionError e) {
            e.printStackTrace();
            print("fail", name, String.valueOf(e.getMessage()).replaceAll("\\s+", " "));
            print("note", name, changes(before, ours.counters()).toString());
        }
    }

    private static Map<Counter, Long> snapshot(Counters counters) {
        return new EnumMap<>(counters.nonZero());
    }

    private static Map<Counter, Long> changes(Map<Counter, Long> before, Counters now) {
        Map<Counter, Long> changes = new EnumMap<>(Counter.class);
        now.nonZero()
                .forEach((counter, value) -> {
                    long change = value - before.getOrDefault(counter, 0L);
                    if (change != 0) {
                        changes.put(counter, change);
                    }
                });
        return changes;
    }

    private static void print(String kind, String name, String text) {
        System.out.println(kind + "\t" + name + "\t" + text);
    }
}
