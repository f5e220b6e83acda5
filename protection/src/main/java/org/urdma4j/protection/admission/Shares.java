package org.urdma4j.protection.admission;

import org.urdma4j.verbs.Gid;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What is held for those who ask, by their addresses, within a {@link Quota}. When all of it is
 * taken, the oldest goes of whoever has most: of the network that has most, the address that has
 * most. So nobody can keep out others who hold less. What is held has some time before it may go,
 * so that there is an end to how fast one follows another, and more before it goes for one of its
 * own network, so that this leaves something to others. Each call takes the logarithm of what is
 * held.
 *
 * @param <T> what is held; told apart by {@code equals}
 */
public final class Shares<T> {
    /** 1 s: how long it is held at least before it goes for one of another network. */
    static final long LEAST_NS = 1_000_000_000L;

    /** 2 s: the same, for one of its own network. */
    static final long LEAST_AMONG_OWN_NS = 2_000_000_000L;

    private final Quota quota;
    private final Map<T, Source<T>> sources = new HashMap<>();
    private final Map<SourceNetwork, Network<T>> networks = new HashMap<>();
    private final TreeSet<Network<T>> byCount =
            new TreeSet<>(
                    Comparator.comparingInt((Network<T> one) -> -one.count)
                            .thenComparingLong(one -> one.number));
    private long numbers;

    public Shares(Quota quota) {
        this.quota = quota;
    }

    private static final class Network<T> {
        final SourceNetwork name;
        final long number;
        final Map<Gid, Source<T>> addresses = new HashMap<>();
        final TreeSet<Source<T>> byCount =
                new TreeSet<>(
                        Comparator.comparingInt((Source<T> one) -> -one.held.size())
                                .thenComparingLong(one -> one.number));
        int count;

        Network(SourceNetwork name, long number) {
            this.name = name;
            this.number = number;
        }
    }

    private static final class Source<T> {
        final Gid address;
        final long number;
        final Network<T> network;

        /** Since when. */
        final LinkedHashMap<T, Long> held = new LinkedHashMap<>();

        Source(Gid address, long number, Network<T> network) {
            this.address = address;
            this.number = number;
            this.network = network;
        }
    }

    public int size() {
        return sources.size();
    }

    /** Returns a copy of what is held. */
    public List<T> all() {
        return List.copyOf(sources.keySet());
    }

    /** Returns whether {@link #add} would take one more of an address in, without another going. */
    public boolean hasRoom(Gid from) {
        Network<T> network = networks.get(SourceNetwork.of(from));
        return sources.size() < quota.all()
                && count(network) < quota.network()
                && count(network, from) < quota.address();
    }

    private static <T> int count(Network<T> network) {
        return network == null ? 0 : network.count;
    }

    private static <T> int count(Network<T> network, Gid address) {
        Source<T> source = network == null ? null : network.addresses.get(address);
        return source == null ? 0 : source.held.size();
    }

    /**
     * Returns who has to go before one more of an address fits, nothing if it fits or doesn't even
     * then: {@link #hasRoom} tells, once it is gone.
     */
    public Optional<T> displaced(Gid from, long nowNs) {
        Network<T> network = networks.get(SourceNetwork.of(from));
        int own = count(network);
        int ofAddress = count(network, from);
        if (ofAddress >= quota.address()) {
            return Optional.empty();
        }
        if (own >= quota.network()) {
            return older(network, ofAddress, nowNs - LEAST_AMONG_OWN_NS);
        }
        if (sources.size() < quota.all()) {
            return Optional.empty();
        }
        Network<T> fullest = byCount.getFirst();
        return fullest.count > own
                ? older(fullest, 0, nowNs - LEAST_NS)
                : older(network, ofAddress, nowNs - LEAST_AMONG_OWN_NS);
    }

    private static <T> Optional<T> older(Network<T> of, int moreThan, long thanNs) {
        Map.Entry<T, Long> oldest = oldest(of);
        boolean goes =
                of.byCount.getFirst().held.size() > moreThan && oldest.getValue() - thanNs <= 0;
        return goes ? Optional.of(oldest.getKey()) : Optional.empty();
    }

    private static <T> Map.Entry<T, Long> oldest(Network<T> of) {
        return of.byCount.getFirst().held.firstEntry();
    }

    /** Returns the oldest of whoever holds most, however old; nothing if nothing is held. */
    public Optional<T> oldest() {
        return byCount.isEmpty()
                ? Optional.empty()
                : Optional.of(oldest(byCount.getFirst()).getKey());
    }

    /**
     * Returns what has to go for one more of an address, however old: the oldest of the address if
     * that has its share; otherwise of whoever has most, in the network if that has its share, or
     * of all.
     */
    public Optional<T> oldestFor(Gid from) {
        Network<T> network = networks.get(SourceNetwork.of(from));
        if (count(network, from) >= quota.address()) {
            return Optional.of(network.addresses.get(from).held.firstEntry().getKey());
        }
        return count(network) >= quota.network() ? Optional.of(oldest(network).getKey()) : oldest();
    }

    /** Holds one more, which isn't held yet, whether or not there is room. */
    public void add(Gid from, T what, long nowNs) {
        SourceNetwork name = SourceNetwork.of(from);
        Network<T> network = networks.computeIfAbsent(name, key -> new Network<>(key, numbers++));
        Source<T> source =
                network.addresses.computeIfAbsent(
                        from, key -> new Source<>(key, numbers++, network));
        byCount.remove(network);
        network.byCount.remove(source);
        source.held.put(what, nowNs);
        network.count++;
        network.byCount.add(source);
        byCount.add(network);
        sources.put(what, source);
    }

    /** Holds something no more. Returns whether it was held. */
    public boolean remove(T what) {
        Source<T> source = sources.remove(what);
        if (source == null) {
            return false;
        }
        Network<T> network = source.network;
        byCount.remove(network);
        network.byCount.remove(source);
        source.held.remove(what);
        network.count--;
        if (source.held.isEmpty()) {
            network.addresses.remove(source.address);
        } else {
            network.byCount.add(source);
        }
        if (network.count == 0) {
            networks.remove(network.name);
        } else {
            byCount.add(network);
        }
        return true;
    }
}
