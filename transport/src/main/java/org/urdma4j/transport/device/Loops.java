package org.urdma4j.transport.device;

import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.grant.PortShare;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.memory.RegionTable;
import org.urdma4j.transport.memory.Window;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.shard.Shard;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The event loops of a device. Memory regions and windows are known to all of them; a queue pair,
 * and a shared receive queue with all queue pairs that take from it, belongs to one for its life.
 * The first has everything that there is once: the connection manager, and queue pairs that get
 * what no number says. Any thread may call.
 */
final class Loops {
    private final List<NetworkPort> all;
    private final Counters counters;
    private final AtomicInteger turn = new AtomicInteger();

    /** Takes the loops of {@code port}, which is the first. */
    Loops(NetworkPort port) {
        all = port.loops();
        shareGrants();
        counters =
                all.size() == 1
                        ? port.shard().counters()
                        : Counters.sumOf(
                                all.stream().map(loop -> loop.shard().counters()).toList());
    }

    /** What comes in at the port is scheduled once, not once for each loop. */
    private void shareGrants() {
        PortShare share = new PortShare(all.size());
        for (int i = 0; i < all.size() && all.size() > 1; i++) {
            NetworkPort loop = all.get(i);
            int index = i;
            loop.call(() -> {
                loop.shard().grants().share(share, index);
                return null;
            });
        }
    }

    List<NetworkPort> all() {
        return all;
    }

    int count() {
        return all.size();
    }

    NetworkPort first() {
        return all.getFirst();
    }

    /** Returns the loop that has its turn to get something. */
    NetworkPort next() {
        return all.get(Math.floorMod(turn.getAndIncrement(), all.size()));
    }

    /**
     * Returns the loop whose number is that of a queue pair's at a peer, which is likely to have as
     * many: packets of two flows then never wait for the same loops.
     *
     * @param peerQpn 0 if it isn't known: whichever loop has its turn
     */
    NetworkPort towards(int peerQpn) {
        boolean unknown = peerQpn == 0 || all.size() == 1;
        return unknown ? next() : first().loopOf(peerQpn);
    }

    /** Returns what all have counted together, as it is whenever it is read. */
    Counters counters() {
        return counters;
    }

    /** Registers memory with all, under the keys that the first draws. */
    Region register(MemorySegment segment, long address, int access, int domain) {
        Region region =
                first().call(() -> regions(first()).register(segment, address, access, domain));
        eachOther(shard -> shard.regions().adopt(region));
        return region;
    }

    /** Ends a registration; when this returns, no loop touches the memory any more. */
    void deregister(Region region) {
        first().call(() -> {
            regions(first()).deregister(region);
            return null;
        });
        eachOther(shard -> shard.regions().deregister(region));
    }

    /** Makes a memory window that all know, under a key that the first draws. */
    Window allocateWindow(int domain, boolean typeTwo) {
        Window window = first().call(() -> regions(first()).windows().allocate(domain, typeTwo));
        eachOther(shard -> shard.regions().windows().adopt(window));
        return window;
    }

    /** Ends a memory window; when this returns, no loop reaches memory through it any more. */
    void deallocate(Window window) {
        first().call(() -> {
            regions(first()).windows().deallocate(window);
            return null;
        });
        eachOther(shard -> shard.regions().windows().deallocate(window));
    }

    private static RegionTable regions(NetworkPort loop) {
        return loop.shard().regions();
    }

    private void eachOther(Consumer<Shard> task) {
        for (NetworkPort loop : all.subList(1, all.size())) {
            loop.call(() -> {
                task.accept(loop.shard());
                return null;
            });
        }
    }
}
