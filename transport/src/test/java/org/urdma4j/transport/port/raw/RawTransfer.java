package org.urdma4j.transport.port.raw;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.BackendEnd;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WrOpcode;

import java.net.InetAddress;

/** A process of its own for {@link WithoutRootTest}: one WRITE over veth, or one port opened. */
final class RawTransfer {
    private RawTransfer() {}

    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            transfer();
        } else {
            open(InetAddress.ofLiteral(args[0]));
        }
        System.exit(0);
    }

    private static void open(InetAddress address) {
        try (RawPort port = RawPort.open(FramePortConfig.builder(address).build())) {
            System.out.println("open: " + port.description());
        } catch (VerbsException e) {
            System.out.println(e.getMessage());
        }
    }

    private static void transfer() throws Exception {
        try (VethPair link = VethPair.make(9000);
                BackendEnd a = new BackendEnd(link.first(() -> port(1)));
                BackendEnd b = new BackendEnd(link.second(() -> port(2)))) {
            a.fill(1);
            BackendEnd.connect(a, b, new QpAttr());
            a.post(a.request(WrOpcode.RDMA_WRITE, b, 0, BackendEnd.MEMORY));
            a.await();
            System.out.println(
                    "placed %d, equal %b, wrong ICRCs %d"
                            .formatted(
                                    b.count(Counter.PLACED_BYTES),
                                    b.memory().mismatch(a.memory()) == -1,
                                    b.count(Counter.DROPPED_ICRC)));
        }
    }

    private static RawPort port(int end) {
        return RawPort.open(FramePortConfig.builder(VethPair.address(true, end)).build());
    }
}
