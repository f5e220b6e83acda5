package org.urdma4j.bench;

import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.endpoint.EndpointOptions;
import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.Verbs;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;
import org.urdma4j.verbs.cm.ConnParam;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;

/**
 * A program that compares channels with WRITEs that a program posts itself, over sockets, by turns
 * in one run, with as much on the way: {@code urdma|standard}, seconds for each turn, how many
 * turns of each, then nothing for two devices of this JVM, on 127.0.0.1 and 127.0.0.2; or the own
 * address and the peer's, where the same program runs with {@code serve} and the peer's address.
 */
final class ChannelLoad {
    static final int MESSAGE = 1 << 20;

    private final Context context;
    private final InetAddress peer;
    private final ChannelOptions options;
    private final long turnNs;

    ChannelLoad(Context context, InetAddress peer, ChannelOptions options, double seconds) {
        this.context = context;
        this.peer = peer;
        this.options = options;
        turnNs = (long) (seconds * 1e9);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length == 2 && args[0].equals("serve")) {
            try (Context own = Verbs.open(InetAddress.getByName(args[1]));
                    ChannelLoadServer _ = ChannelLoadServer.start(own, ChannelOptions.DEFAULT)) {
                System.out.println("serving; press ctrl-C to end");
                Thread.currentThread().join();
            }
            return;
        }
        boolean urdma = args.length == 0 || !args[0].equals("standard");
        double seconds = args.length > 1 ? Double.parseDouble(args[1]) : 3;
        int turns = args.length > 2 ? Integer.parseInt(args[2]) : 7;
        ChannelOptions options =
                ChannelOptions.builder().param(ConnParam.EMPTY.urdma(urdma)).build();
        if (args.length > 4) {
            try (Context own = Verbs.open(InetAddress.getByName(args[3]))) {
                new ChannelLoad(own, InetAddress.getByName(args[4]), options, seconds)
                        .compare(turns);
            }
            return;
        }
        InetAddress there = InetAddress.ofLiteral("127.0.0.2");
        try (Context own = Verbs.open(InetAddress.ofLiteral("127.0.0.1"));
                Context other = Verbs.open(there);
                ChannelLoadServer _ = ChannelLoadServer.start(other, options)) {
            new ChannelLoad(own, there, options, seconds).compare(turns);
        }
    }

    /** Prints the rate of each turn and the medians; the first turn of each warms up. */
    void compare(int turns) throws IOException, InterruptedException {
        double[] copied = new double[turns];
        double[] inPlace = new double[turns];
        for (int turn = -1; turn < turns; turn++) {
            double raw = raw();
            double byCopies = channel(false);
            double byNone = channel(true);
            System.out.printf(
                    Locale.ROOT,
                    "WRITE %.3f Gbit/s, channel %.3f (%.3f of it), in place %.3f (%.3f)%s%n",
                    raw,
                    byCopies,
                    byCopies / raw,
                    byNone,
                    byNone / raw,
                    turn < 0 ? ", to warm up" : "");
            if (turn >= 0) {
                copied[turn] = byCopies / raw;
                inPlace[turn] = byNone / raw;
            }
        }
        System.out.printf(
                Locale.ROOT,
                "medians: channel %.3f of WRITE, in place %.3f%n",
                median(copied),
                median(inPlace));
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values.length == 0 ? Double.NaN : values[values.length / 2];
    }

    private InetSocketAddress at(int port) {
        return new InetSocketAddress(peer, port);
    }

    private static double gigabits(long bytes, long ns) {
        return bytes * 8.0 / ns;
    }

    /** Returns the Gbit/s of WRITEs, as many on the way as fill the ring of a channel. */
    double raw() throws InterruptedException {
        int depth = options.receiveBytes() / MESSAGE;
        EndpointOptions same =
                EndpointOptions.builder().depth(depth).param(options.param()).build();
        try (PassiveEndpoint end =
                PassiveEndpoint.connect(context, at(ChannelLoadServer.PORT + 1), same, _ -> {})) {
            ByteBuffer lent = ByteBuffer.wrap(end.peer().privateData());
            long addr = lent.getLong();
            int rkey = lent.getInt();
            MemoryRegion memory = end.allocate(options.receiveBytes());
            SendWr request = new SendWr().opcode(WrOpcode.RDMA_WRITE).sendFlags(SendFlags.SIGNALED);
            WorkCompletion[] done = WorkCompletion.array(depth);
            long posted = 0;
            long completed = 0;
            long begin = System.nanoTime();
            while (System.nanoTime() - begin < turnNs || completed < posted) {
                boolean more = System.nanoTime() - begin < turnNs;
                while (more && posted - completed < depth) {
                    long offset = posted % depth * MESSAGE;
                    request.clearSges().addSge(memory, offset, MESSAGE).rdma(addr + offset, rkey);
                    if (end.qp().postSend(request) != PostStatus.OK) {
                        throw new IllegalStateException("a WRITE can't be posted");
                    }
                    posted++;
                }
                int n = end.pollSend(done);
                if (n == 0) {
                    end.awaitSend();
                    n = 1;
                }
                completed += n;
            }
            return gigabits(completed * MESSAGE, System.nanoTime() - begin);
        }
    }

    /**
     * Returns the Gbit/s of a channel.
     *
     * @param inPlace whether it is written from registered memory, and looked at where it arrives
     */
    double channel(boolean inPlace) throws IOException {
        try (RdmaChannel channel =
                RdmaChannel.connect(context, at(ChannelLoadServer.PORT), options)) {
            MemoryRegion memory = channel.allocate(options.receiveBytes());
            ByteBuffer bytes = ByteBuffer.allocateDirect(MESSAGE);
            channel.write(ByteBuffer.wrap(new byte[] {inPlace ? ChannelLoadServer.IN_PLACE : 0}));
            long begin = System.nanoTime();
            long offset = 0;
            while (System.nanoTime() - begin < turnNs) {
                if (inPlace) {
                    channel.write(memory, offset, MESSAGE);
                    offset = (offset + MESSAGE) % options.receiveBytes();
                } else {
                    channel.write(bytes.clear());
                }
            }
            channel.flush();
            return gigabits(channel.written(), System.nanoTime() - begin);
        }
    }
}
