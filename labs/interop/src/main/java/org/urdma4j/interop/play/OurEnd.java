package org.urdma4j.interop.play;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32;

/** Our end, on a device that others share. */
final class OurEnd implements End {
    /** Of datagrams. */
    static final int QKEY = 0x1ee7;

    private static final int DEPTH = 512;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Duration DRAINED = Duration.ofMillis(500);

    /** 0.54 s: an emulated machine that has to wait for a processor is not a lossy network. */
    private static final int ACK_TIMEOUT = 17;

    private static final int ACCESS =
            AccessFlags.LOCAL_WRITE
                    | AccessFlags.REMOTE_WRITE
                    | AccessFlags.REMOTE_READ
                    | AccessFlags.REMOTE_ATOMIC;

    private final Gid gid;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final ProtectionDomain domain;
    private final MemoryRegion region;
    private final CompletionChannel channel;
    private final CompletionQueue completions;
    private final Options options;
    private QueuePair qp;
    private AddressHandle handle;
    private final WorkCompletion[] polled = WorkCompletion.array(1);

    OurEnd(SoftContext context, Options options) {
        this.options = options;
        long size = options.memory();
        gid = context.findGid(1, GidType.ROCE_V2).gid();
        memory = arena.allocate(size, 4096);
        domain = context.allocPd();
        region = domain.regMr(memory, ACCESS);
        channel = context.createCompChannel();
        completions = context.createCq(2 * DEPTH, null, channel);
        qp = createQp();
    }

    private QueuePair createQp() {
        QpCap cap = new QpCap(DEPTH, DEPTH, 1, 1, 0);
        return domain.createQp(
                QpInitAttr.builder()
                        .qpType(options.type())
                        .cq(completions)
                        .cap(cap)
                        .sqSigAll(true)
                        .build());
    }

    @Override
    public String name() {
        return "urdma4j";
    }

    @Override
    public int qpn() {
        return qp.qpNum();
    }

    @Override
    public Gid gid() {
        return gid;
    }

    @Override
    public long address() {
        return region.addr();
    }

    @Override
    public int rkey() {
        return region.rkey();
    }

    @Override
    public void connect(End peer, int mtu, int sendPsn, int receivePsn) {
        if (options.type() == QpType.UD) {
            QpAttrs.activate(qp, QKEY, sendPsn);
            handle = domain.createAh(new AhAttr(GlobalRoute.to(peer.gid(), roceV2()), 0, 1));
            return;
        }
        QpEndpoint local = new QpEndpoint(qpn(), sendPsn, gid);
        QpEndpoint remote = new QpEndpoint(peer.qpn(), receivePsn, peer.gid());
        QpAttr attr = new QpAttr().pathMtu(Mtu.ofBytes(mtu));
        if (options.type() == QpType.RC) {
            attr.qpAccessFlags(ACCESS).timeout(ACK_TIMEOUT).rnrRetry(options.rnrRetry());
        } else {
            attr.qpAccessFlags(AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE);
        }
        QpAttrs.connect(qp, local, remote, attr);
    }

    @Override
    public void fill(long at, long size, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] bytes = new byte[(int) (size + Long.BYTES - 1) / Long.BYTES * Long.BYTES];
        MemorySegment words = MemorySegment.ofArray(bytes);
        ValueLayout.OfLong word = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN);
        for (int i = 0; i < bytes.length; i += Long.BYTES) {
            words.set(word, i, random.nextLong());
        }
        MemorySegment.copy(words, 0, memory, at, size);
    }

    @Override
    public int sum(long at, long size) {
        CRC32 crc = new CRC32();
        crc.update(memory.asSlice(at, size).asByteBuffer());
        return (int) crc.getValue();
    }

    @Override
    public byte[] peek(long at, int size) {
        return memory.asSlice(at, size).toArray(ValueLayout.JAVA_BYTE);
    }

    @Override
    public void poke(long at, byte[] bytes) {
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, at, bytes.length);
    }

    @Override
    public void postReceive(long id, long at, long size) throws IOException {
        check(qp.postRecv(new RecvWr().wrId(id).addSge(region, at, size)));
    }

    @Override
    public void post(Request request, End peer) throws IOException {
        SendWr wr = new SendWr().opcode(request.opcode()).wrId(request.id());
        wr.addSge(region, request.at(), request.size());
        if (request.opcode() == WrOpcode.SEND_WITH_INV) {
            wr.invalidateRkey(request.imm());
        } else {
            wr.immData(request.imm());
        }
        long address = peer.address() + request.remoteAt();
        int rkey = peer.rkey() + request.rkeyChange();
        if (options.type() == QpType.UD) {
            wr.ud(handle, peer.qpn(), QKEY);
        } else {
            wr.atomic(address, rkey, request.compareAdd(), request.swap());
        }
        check(qp.postSend(wr));
    }

    private static void check(PostStatus status) throws IOException {
        if (status != PostStatus.OK) {
            throw new IOException("posting gave " + status);
        }
    }

    @Override
    public int window(long at, int size) {
        return domain.regMr(memory.asSlice(at, size), ACCESS).rkey();
    }

    @Override
    public void renew() {
        qp.close();
        qp = createQp();
    }

    @Override
    public List<Completion> drain(int count) throws IOException {
        return complete(count, DRAINED);
    }

    @Override
    public List<Completion> complete(int count) throws IOException {
        return complete(count, PATIENCE);
    }

    private List<Completion> complete(int count, Duration patience) throws IOException {
        List<Completion> result = new ArrayList<>();
        boolean fired = true;
        while (result.size() < count && fired) {
            completions.reqNotify(false);
            while (result.size() < count && completions.poll(polled) == 1) {
                result.add(completion(polled[0]));
            }
            fired = result.size() == count || awaitEvent(patience);
        }
        return result;
    }

    private static Completion completion(WorkCompletion done) {
        return new Completion(
                done.wrId(),
                done.status(),
                done.status() == WcStatus.SUCCESS ? done.opcode() : null,
                done.byteLen(),
                (done.wcFlags() & WcFlags.WITH_INV) != 0 ? done.invalidatedRkey() : done.immData());
    }

    private boolean awaitEvent(Duration patience) throws IOException {
        try {
            return channel.getCqEvent(patience) != null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException().initCause(e);
        }
    }

    @Override
    public void close() {
        domain.close();
        completions.close();
        channel.close();
        arena.close();
    }

    /** Returns the index of our GID that rxe understands: a device may have one of RoCEv1 too. */
    private int roceV2() {
        return domain.context().findGid(1, GidType.ROCE_V2).gidIndex();
    }
}
