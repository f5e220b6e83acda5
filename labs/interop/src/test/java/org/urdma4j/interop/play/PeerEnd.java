package org.urdma4j.interop.play;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.endpoint.PassiveServer;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.zip.CRC32;

/** One queue pair of {@link VerbsPeer}, its memory, and what is done with them. One thread. */
final class PeerEnd implements AutoCloseable {
    private static final int DEPTH = 512;
    private static final int MOST_COMPLETIONS = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final HexFormat HEX = HexFormat.of();
    private static final int UC_ACCESS = AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE;
    private static final int ACCESS =
            UC_ACCESS | AccessFlags.REMOTE_READ | AccessFlags.REMOTE_ATOMIC;

    private final Context context;
    private final WorkCompletion[] done = WorkCompletion.array(MOST_COMPLETIONS);
    private GidEntry gid;
    private ProtectionDomain domain;
    private MemoryRegion region;
    private CompletionChannel channel;
    private CompletionQueue cq;
    private QpType type;
    private int qkey;
    private int peerQpn;
    private QueuePair qp;
    private AddressHandle handle;

    PeerEnd(Device device) {
        context = device.open();
    }

    String create(VerbsPeer.Line line) {
        type = QpType.valueOf(line.text("type").toUpperCase(Locale.ROOT));
        qkey = (int) line.numberOr("qkey", 0);
        gid = gid(line.number("ip") == 4);
        domain = context.allocPd();
        region = domain.regMr(Arena.ofAuto().allocate(line.number("size"), 4096), ACCESS);
        channel = context.createCompChannel();
        cq = context.createCq(2 * DEPTH, null, channel);
        qp = createQp();
        return "qpn=%d address=0x%x rkey=0x%x gid=%s mtu=%d"
                .formatted(
                        qp.qpNum(),
                        region.addr(),
                        region.rkey(),
                        gid.gid(),
                        context.queryPort(1).activeMtu().bytes());
    }

    private GidEntry gid(boolean ipv4) {
        return context.queryGidTable().stream()
                .filter(entry -> entry.gidType() == GidType.ROCE_V2)
                .filter(entry -> !entry.gid().isLinkLocal())
                .filter(entry -> entry.gid().isIpv4Mapped() == ipv4)
                .findFirst()
                .orElseThrow();
    }

    private QueuePair createQp() {
        return domain.createQp(
                QpInitAttr.builder()
                        .qpType(type)
                        .cq(cq)
                        .cap(new QpCap(DEPTH, DEPTH, 1, 1, 0))
                        .sqSigAll(true)
                        .build());
    }

    String connect(VerbsPeer.Line line) {
        peerQpn = (int) line.number("qpn");
        int sendPsn = (int) line.number("send_psn");
        Gid peer = Gid.parse(line.text("gid"));
        if (type == QpType.UD) {
            handle = domain.createAh(new AhAttr(GlobalRoute.to(peer, gid.gidIndex()), 0, 1));
            QpAttrs.activate(qp, qkey, sendPsn);
            return "";
        }
        QpEndpoint local = new QpEndpoint(qp.qpNum(), sendPsn, gid.gid());
        QpEndpoint remote = new QpEndpoint(peerQpn, (int) line.number("recv_psn"), peer);
        QpAttr options = new QpAttr().pathMtu(Mtu.ofBytes((int) line.number("mtu")));
        if (type == QpType.RC) {
            options.qpAccessFlags(ACCESS).rnrRetry((int) line.numberOr("rnr_retry", 7));
        } else {
            options.qpAccessFlags(UC_ACCESS);
        }
        QpAttrs.connect(qp, local, remote, options);
        return "";
    }

    String window(VerbsPeer.Line line) {
        MemorySegment part = place(line, line.number("size"));
        return "rkey=0x%x".formatted(domain.regMr(part, ACCESS).rkey());
    }

    String receive(VerbsPeer.Line line) {
        return check(
                qp.postRecv(
                        new RecvWr()
                                .wrId(line.number("id"))
                                .addSge(region, line.number("at"), line.number("size"))));
    }

    String post(VerbsPeer.Line line) {
        WrOpcode opcode = opcode(line.text("op"));
        SendWr wr = new SendWr().opcode(opcode).wrId(line.number("id"));
        if (line.number("size") > 0) {
            wr.addSge(region, line.number("at"), line.number("size"));
        }
        if (line.numberOr("solicited", 0) != 0) {
            wr.sendFlags(SendFlags.SOLICITED);
        }
        if (type == QpType.UD) {
            wr.ud(handle, (int) line.numberOr("qpn", peerQpn), qkey);
        }
        switch (opcode) {
            case SEND_WITH_INV -> wr.invalidateRkey((int) line.number("rkey"));
            case ATOMIC_CMP_AND_SWP ->
                    wr.atomic(
                            line.number("address"),
                            (int) line.number("rkey"),
                            line.number("compare"),
                            line.number("swap"));
            case ATOMIC_FETCH_AND_ADD ->
                    wr.atomic(
                            line.number("address"),
                            (int) line.number("rkey"),
                            line.number("add"),
                            0);
            case RDMA_WRITE, RDMA_WRITE_WITH_IMM, RDMA_READ ->
                    wr.rdma(line.number("address"), (int) line.number("rkey"));
            default -> {
                // has no remote memory
            }
        }
        if (opcode == WrOpcode.SEND_WITH_IMM || opcode == WrOpcode.RDMA_WRITE_WITH_IMM) {
            wr.immData((int) line.number("imm"));
        }
        return check(qp.postSend(wr));
    }

    private static WrOpcode opcode(String name) {
        return switch (name) {
            case "send" -> WrOpcode.SEND;
            case "send_inv" -> WrOpcode.SEND_WITH_INV;
            case "send_imm" -> WrOpcode.SEND_WITH_IMM;
            case "write" -> WrOpcode.RDMA_WRITE;
            case "write_imm" -> WrOpcode.RDMA_WRITE_WITH_IMM;
            case "read" -> WrOpcode.RDMA_READ;
            case "swap" -> WrOpcode.ATOMIC_CMP_AND_SWP;
            case "add" -> WrOpcode.ATOMIC_FETCH_AND_ADD;
            default -> throw new IllegalArgumentException("op=" + name);
        };
    }

    private static String check(PostStatus status) {
        if (status != PostStatus.OK) {
            throw new IllegalStateException("posting gave " + status);
        }
        return "";
    }

    String complete(VerbsPeer.Line line) throws InterruptedException {
        int wanted = (int) line.number("count");
        long deadlineNs = System.nanoTime() + line.number("millis") * 1_000_000;
        StringBuilder text = new StringBuilder();
        int count = 0;
        while (true) {
            cq.reqNotify(false);
            for (int n = poll(wanted - count); n > 0; n = poll(wanted - count)) {
                for (int i = 0; i < n; i++) {
                    text.append(text(done[i]));
                }
                count += n;
            }
            long leftNs = deadlineNs - System.nanoTime();
            if (count == wanted || leftNs <= 0) {
                return "done=" + count + text;
            }
            channel.getCqEvent(Duration.ofNanos(leftNs));
        }
    }

    private int poll(int most) {
        WorkCompletion[] one = new WorkCompletion[1];
        int count = 0;
        while (count < most) {
            one[0] = done[count];
            if (cq.poll(one) == 0) {
                break;
            }
            count++;
        }
        return count;
    }

    private static String text(WorkCompletion done) {
        boolean success = done.status() == WcStatus.SUCCESS;
        int extra = 0;
        if ((done.wcFlags() & WcFlags.WITH_IMM) != 0) {
            extra = done.immData();
        } else if ((done.wcFlags() & WcFlags.WITH_INV) != 0) {
            extra = done.invalidatedRkey();
        }
        return " %d:%d:%d:%d:0x%x"
                .formatted(
                        done.wrId(),
                        done.status().value(),
                        success ? done.opcode().value() : 0,
                        success ? done.byteLen() : 0,
                        extra);
    }

    private MemorySegment place(VerbsPeer.Line line, long size) {
        return region.segment().asSlice(line.number("at"), size);
    }

    String fill(VerbsPeer.Line line) {
        SplittableRandom random = new SplittableRandom(line.number("seed"));
        long size = line.number("size");
        MemorySegment memory = place(line, size);
        ValueLayout.OfLong word = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN);
        long i = 0;
        for (; i + Long.BYTES <= size; i += Long.BYTES) {
            memory.set(word, i, random.nextLong());
        }
        long last = random.nextLong();
        for (; i < size; i++, last >>>= Byte.SIZE) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) last);
        }
        return "";
    }

    String sum(VerbsPeer.Line line) {
        CRC32 crc = new CRC32();
        crc.update(place(line, line.number("size")).asByteBuffer());
        return "crc32=0x%x".formatted(crc.getValue());
    }

    String peek(VerbsPeer.Line line) {
        byte[] bytes = place(line, line.number("size")).toArray(ValueLayout.JAVA_BYTE);
        return "hex=" + HEX.formatHex(bytes);
    }

    String poke(VerbsPeer.Line line) {
        byte[] bytes = HEX.parseHex(line.text("hex"));
        place(line, bytes.length).copyFrom(MemorySegment.ofArray(bytes));
        return "";
    }

    String state() {
        QpAttr now = qp.query(QpAttrMask.STATE | QpAttrMask.SQ_PSN | QpAttrMask.RQ_PSN);
        return "state=%d send_psn=0x%06x recv_psn=0x%06x"
                .formatted(now.qpState().value(), now.sqPsn(), now.rqPsn());
    }

    /** Waits for a peer at a port, and sends back what comes first. */
    String listen(VerbsPeer.Line line) {
        PassiveServer server = PassiveServer.listen(context, (int) line.number("port"));
        Thread.ofPlatform()
                .start(() -> {
                    try (server) {
                        Echo.serve(server, PATIENCE);
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                });
        return "";
    }

    /** Sends bytes to a peer, which come back. */
    String dial(VerbsPeer.Line line) throws InterruptedException {
        InetAddress to = InetAddress.ofLiteral(line.text("address"));
        Echo.ask(context, new InetSocketAddress(to, (int) line.number("port")), PATIENCE);
        return "";
    }

    /** Waits for a channel at a port, and sends back all that comes. */
    String listenChannel(VerbsPeer.Line line) throws IOException {
        RdmaServerChannel server = ChannelEcho.listen(context, (int) line.number("port"), PATIENCE);
        Thread.ofPlatform()
                .start(() -> {
                    try (server) {
                        ChannelEcho.serve(server);
                    } catch (IOException e) {
                        System.out.println("peer: " + e);
                    }
                });
        return "";
    }

    /** Sends bytes over a channel, which come back. */
    String dialChannel(VerbsPeer.Line line) throws IOException {
        InetAddress to = InetAddress.ofLiteral(line.text("address"));
        ChannelEcho.ask(context, new InetSocketAddress(to, (int) line.number("port")), PATIENCE);
        return "";
    }

    @Override
    public void close() {
        context.close();
    }
}
