package org.urdma4j.measure.tcp;

import org.urdma4j.measure.port.StreamCookie;
import org.urdma4j.measure.spec.Direction;
import org.urdma4j.measure.spec.Side;
import org.urdma4j.measure.traffic.EndFacts;
import org.urdma4j.measure.traffic.EndSetup;
import org.urdma4j.measure.traffic.StreamTally;
import org.urdma4j.measure.traffic.Tally;
import org.urdma4j.measure.traffic.TrafficEnd;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The kernel's TCP as the traffic of a run. The server offers its port with the cookie that streams
 * must begin with; the client dials.
 */
public final class TcpTraffic implements TrafficEnd {
    private static final long STREAMS_TIMEOUT_MS = 15_000;
    private static final int MAX_PORT = 65_535;

    private final EndSetup setup;
    private final TcpSettings settings;
    private final long cookie;
    private final TcpListener listener; // null at the client
    private volatile TcpDialer dialer; // null until the client is connected

    private TcpTraffic(EndSetup setup) throws IOException {
        this.setup = setup;
        this.settings = TcpSettings.of(setup.spec());
        this.cookie = StreamCookie.next(new SecureRandom());
        this.listener =
                setup.side() == Side.CLIENT
                        ? null
                        : TcpListener.open(
                                setup.tcp().orElseThrow(),
                                settings,
                                cookie,
                                sending() + receiving());
    }

    /**
     * Opens an end.
     *
     * @param setup of a server has its port
     * @throws IOException if the kernel lacks the congestion control, or this system has no epoll
     */
    public static TcpTraffic open(EndSetup setup) throws IOException {
        return new TcpTraffic(setup);
    }

    private int sending() {
        return setup.spec().direction() == Direction.REVERSE ? 0 : setup.spec().load().streams();
    }

    private int receiving() {
        return setup.spec().direction() == Direction.FORWARD ? 0 : setup.spec().load().streams();
    }

    private TcpEnd end() {
        return listener != null ? listener : dialer;
    }

    private List<TcpStream> streams() {
        TcpEnd end = end();
        return end == null ? List.of() : end.streams();
    }

    @Override
    public JsonNode offer() {
        var offer = JsonNodeFactory.instance.objectNode();
        if (listener != null) {
            offer.put("tcp_port", setup.port()).put("cookie", Long.toString(cookie));
        }
        return offer;
    }

    @Override
    public void connect(JsonNode offer) throws IOException, InterruptedException {
        if (listener != null) {
            return;
        }
        int port = offer.path("tcp_port").asInt(0);
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException("the server offers no TCP port");
        }
        long theirs;
        try {
            theirs = Long.parseLong(offer.path("cookie").asString(""));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("the server offers no cookie", e);
        }
        dialer =
                TcpDialer.open(
                        new InetSocketAddress(setup.remote(), port),
                        setup.local(),
                        settings,
                        theirs,
                        sending(),
                        receiving(),
                        setup.progress());
    }

    @Override
    public EndFacts facts() {
        int mss =
                streams().stream()
                        .flatMap(stream -> stream.info().stream())
                        .mapToInt(info -> (int) info.sendMss())
                        .findFirst()
                        .orElse(0);
        return new EndFacts(mss, mss, settings.socketBufferBytes(), Set.of());
    }

    @Override
    public void start() throws IOException, InterruptedException {
        if (listener != null) {
            listener.await(STREAMS_TIMEOUT_MS);
        }
        end().start(settings.bytes());
    }

    @Override
    public Tally tally() {
        List<StreamTally> tallies = new ArrayList<>();
        WireSum wire = new WireSum();
        for (TcpStream stream : streams()) {
            Optional<TcpInfo> info = stream.info();
            info.filter(_ -> stream.sends()).ifPresent(wire::add);
            tallies.add(tally(stream, info));
        }
        return new Tally(merged(tallies), wire.tally(), wire.path());
    }

    private static StreamTally tally(TcpStream stream, Optional<TcpInfo> info) {
        if (!stream.sends()) {
            return new StreamTally(0, stream.bytes(), 0, 0);
        }
        return new StreamTally(stream.bytes(), 0, 0, info.map(TcpInfo::retransmitted).orElse(0L));
    }

    /** A run both ways has two connections for what the measuring calls a stream. */
    private List<StreamTally> merged(List<StreamTally> tallies) {
        int count = setup.spec().load().streams();
        List<StreamTally> merged = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StreamTally sum = StreamTally.NONE;
            for (int j = i; j < tallies.size(); j += count) {
                sum = sum.plus(tallies.get(j));
            }
            merged.add(sum);
        }
        return merged;
    }

    @Override
    public boolean done() {
        return settings.bytes() != Long.MAX_VALUE
                && !streams().isEmpty()
                && streams().stream().allMatch(stream -> stream.moved(settings.bytes()));
    }

    @Override
    public String failure() {
        TcpEnd end = end();
        String failure = end == null ? "" : end.failure();
        return failure.isEmpty() ? null : failure;
    }

    @Override
    public void stop() {
        TcpEnd end = end();
        if (end != null) {
            end.stop();
        }
    }

    @Override
    public void close() {
        TcpEnd end = end();
        if (end != null) {
            end.close();
        }
    }
}
