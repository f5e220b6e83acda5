package org.urdma4j.measure.traffic;

import org.urdma4j.measure.spec.Side;
import org.urdma4j.measure.spec.Spread;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Ends of one host that has its own say over which paths it sends, where the client asks for
 * several. Which path is the first stays the client's choice, since connections are made over it.
 */
public final class OwnPaths implements TrafficEnds {
    private final TrafficEnds ends;
    private final Spread own;

    /**
     * Opens ends through others.
     *
     * @param own in place of what the client says; {@link Spread#NONE} leaves it as it is
     */
    public OwnPaths(TrafficEnds ends, Spread own) {
        this.ends = Objects.requireNonNull(ends, "ends");
        this.own = Objects.requireNonNull(own, "own");
    }

    @Override
    public TrafficEnd open(EndSetup setup) throws IOException, InterruptedException {
        Spread asked = setup.spec().tuning().spread();
        if (!own.wanted() || !asked.wanted()) {
            return ends.open(setup);
        }
        Spread.Pair first =
                asked.pairs().isEmpty() ? between(setup) : asked.pairs().getFirst().canonical();
        Side other = setup.side().other();
        return ends.open(
                setup.between(first.of(setup.side()), first.of(other)).over(behind(first)));
    }

    private static Spread.Pair between(EndSetup setup) {
        String local = setup.local().getHostAddress();
        String remote = setup.remote().getHostAddress();
        return setup.side() == Side.CLIENT
                ? new Spread.Pair(local, remote)
                : new Spread.Pair(remote, local);
    }

    private Spread behind(Spread.Pair first) throws IOException {
        if (own.pairs().isEmpty()) {
            return own;
        }
        List<Spread.Pair> pairs = new ArrayList<>();
        own.pairs().forEach(pair -> pairs.add(pair.canonical()));
        if (!pairs.remove(first)) {
            throw new IOException(
                    "the first path, %s here and %s there, isn't one of the server's --paths; begin with another, or ask the server for --rails auto"
                            .formatted(first.client(), first.server()));
        }
        pairs.addFirst(first);
        return own.between(pairs);
    }
}
