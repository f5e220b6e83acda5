package org.urdma4j.leafspine.run;

import org.urdma4j.leafspine.grant.GrantConfig;
import org.urdma4j.leafspine.net.Noise;
import org.urdma4j.leafspine.pattern.Traffic;
import org.urdma4j.leafspine.topology.Shape;

/** What a fabric could do at best. */
final class Ideal {
    private static final double PS_BITS = 8e12;
    private static final int HEADERS = Profile.STANDARD.overheadBytes();
    private static final int FULL = FabricOptions.MTU + HEADERS;
    private static final int ANSWER = 86;

    private Ideal() {}

    /** Returns the least time in picoseconds: by the headers of standard RoCE, whatever runs. */
    static double ps(FabricOptions options) {
        Shape shape = options.shape();
        Traffic.Path path =
                new Traffic.Path() {
                    @Override
                    public double messagePs(long bytes) {
                        long packets = (bytes + FabricOptions.MTU - 1) / FabricOptions.MTU;
                        return cablePs(shape, bytes + packets * HEADERS);
                    }

                    @Override
                    public double wayPs(long bytes) {
                        long tail = tail(bytes);
                        return shape.oneWayPs((int) tail) - cablePs(shape, tail);
                    }

                    @Override
                    public double localWayPs(long bytes) {
                        return 2 * shape.delayPs() + cablePs(shape, tail(bytes));
                    }
                };
        return options
                .pattern()
                .jobs(shape.servers(), shape.nics(), options.bytes(), new Noise(0))
                .stream()
                .mapToDouble(job -> job.idealPs(path))
                .max()
                .orElse(0);
    }

    /** Returns the length of a message's last packet. */
    private static long tail(long bytes) {
        return (bytes - 1) % FabricOptions.MTU + 1 + HEADERS;
    }

    private static double cablePs(Shape shape, long wireBytes) {
        return PS_BITS / shape.linkBps() * wireBytes;
    }

    /** Returns the round trip of the empty path in picoseconds: a packet there, an answer back. */
    static long rttPs(Shape shape) {
        return shape.oneWayPs(FULL) + shape.oneWayPs(ANSWER);
    }

    static GrantConfig grants(FabricOptions options) {
        Scheme scheme = options.scheme();
        long rttPs = rttPs(options.shape());
        long bdp = (long) (options.shape().linkBps() / PS_BITS * rttPs);
        int packet = FabricOptions.MTU + scheme.profile().overheadBytes();
        long container = (long) scheme.containerPackets() * packet;
        return GrantConfig.of(scheme.grantShare(), bdp, container, rttPs);
    }
}
