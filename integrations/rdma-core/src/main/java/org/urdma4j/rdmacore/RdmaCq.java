package org.urdma4j.rdmacore;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A completion queue. Those who poll take turns at the memory that completions are read into. */
final class RdmaCq extends NativeObject implements CompletionQueue {
    private static final int MOST_AT_ONCE = 32;
    private static final ValueLayout.OfInt NETWORK_INT =
            JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final long BYTES = Structs.WC.size();
    private static final long WR_ID = Structs.WC.at("wr_id");
    private static final long STATUS = Structs.WC.at("status");
    private static final long OPCODE = Structs.WC.at("opcode");
    private static final long VENDOR_ERR = Structs.WC.at("vendor_err");
    private static final long BYTE_LEN = Structs.WC.at("byte_len");
    private static final long IMM_DATA = Structs.WC.at("imm_data");
    private static final long INVALIDATED_RKEY = Structs.WC.at("invalidated_rkey");
    private static final long QP_NUM = Structs.WC.at("qp_num");
    private static final long SRC_QP = Structs.WC.at("src_qp");
    private static final long WC_FLAGS = Structs.WC.at("wc_flags");
    private static final long PKEY_INDEX = Structs.WC.at("pkey_index");
    private static final long SLID = Structs.WC.at("slid");
    private static final long SL = Structs.WC.at("sl");
    private static final int BYTE = 0xff;
    private static final int SHORT = 0xffff;

    private final RdmaContext context;
    private final Object cqContext;
    private final RdmaChannel channel;
    private final MemorySegment pollCq;
    private final MemorySegment reqNotifyCq;
    private final MemorySegment read = Arena.ofAuto().allocate(MOST_AT_ONCE * BYTES, Long.BYTES);
    private final Object reading = new Object();
    private final WorkCompletion[] cursor = WorkCompletion.array(1);
    private final QpTable<RdmaQp> qps = new QpTable<>(RdmaQp::qpNum);

    /** Completions that were read before somebody polled. */
    private final Deque<MemorySegment> aside = new ArrayDeque<>();

    RdmaCq(RdmaContext context, long pointer, Object cqContext, RdmaChannel channel) {
        super(
                context.lock,
                "completion queue",
                pointer,
                channel == null
                        ? new NativeObject[] {context}
                        : new NativeObject[] {context, channel});
        this.context = context;
        this.cqContext = cqContext;
        this.channel = channel;
        pollCq = context.op("poll_cq");
        reqNotifyCq = context.op("req_notify_cq");
    }

    @Override
    public RdmaContext context() {
        return context;
    }

    @Override
    public Object cqContext() {
        return cqContext;
    }

    @Override
    public CompletionChannel channel() {
        return channel;
    }

    @Override
    public int cqe() {
        synchronized (lock) {
            checkOpen();
            return Libibverbs.at(pointer, Structs.CQ).get(JAVA_INT, Structs.CQ.at("cqe"));
        }
    }

    @Override
    public void resize(int cqe) {
        synchronized (lock) {
            checkOpen();
            synchronized (reading) {
                context.library().resizeCq(pointer, cqe);
            }
        }
    }

    @Override
    public int poll(WorkCompletion[] out) {
        synchronized (reading) {
            checkOpen();
            int filled = 0;
            while (filled < out.length && !aside.isEmpty()) {
                take(out[filled++], aside.poll(), 0);
            }
            while (filled < out.length) {
                int most = Math.min(out.length - filled, MOST_AT_ONCE);
                int count = read(most);
                for (int i = 0; i < count; i++) {
                    take(out[filled + i], read, i * BYTES);
                }
                filled += count;
                if (count < most) {
                    break;
                }
            }
            return filled;
        }
    }

    private int read(int most) {
        int count = Libibverbs.pollCq(pollCq, pointer, most, read.address());
        if (count < 0) {
            throw new VerbsException(Errno.EIO, "the completion queue can't be read");
        }
        return count;
    }

    private void take(WorkCompletion to, MemorySegment from, long at) {
        fill(to, from, at);
        RdmaQp qp = qps.get(to.qpNum());
        if (qp != null) {
            qp.completed(to, this);
        }
    }

    /**
     * Reads what is there, and keeps it for who polls: when a queue pair begins anew, some devices
     * drop its completions.
     *
     * @return those of the queue pair
     */
    List<WorkCompletion> setAside(RdmaQp qp) {
        synchronized (reading) {
            while (read(1) == 1) {
                aside.add(
                        Arena.ofAuto()
                                .allocate(BYTES, Long.BYTES)
                                .copyFrom(read.asSlice(0, BYTES)));
            }
            List<WorkCompletion> found = new ArrayList<>();
            for (MemorySegment each : aside) {
                WorkCompletion done = new WorkCompletion();
                fill(done, each, 0);
                if (done.qpNum() == qp.qpNum()) {
                    found.add(done);
                }
            }
            return found;
        }
    }

    /** Has completions of a queue pair tell it so. */
    void add(RdmaQp qp) {
        qps.add(qp);
    }

    void remove(RdmaQp qp) {
        qps.remove(qp);
    }

    /** Fills a holder from a completion of C. */
    static void fill(WorkCompletion to, MemorySegment from, long at) {
        WcStatus status = WcStatus.fromValue(from.get(JAVA_INT, at + STATUS));
        to.reset()
                .wrId(from.get(JAVA_LONG, at + WR_ID))
                .status(status)
                .vendorErr(from.get(JAVA_INT, at + VENDOR_ERR))
                .qpNum(from.get(JAVA_INT, at + QP_NUM));
        if (status == WcStatus.SUCCESS) {
            int flags = from.get(JAVA_INT, at + WC_FLAGS);
            to.opcode(WcOpcode.fromValue(from.get(JAVA_INT, at + OPCODE)))
                    .byteLen(Integer.toUnsignedLong(from.get(JAVA_INT, at + BYTE_LEN)))
                    .srcQp(from.get(JAVA_INT, at + SRC_QP))
                    .wcFlags(flags)
                    .pkeyIndex(from.get(JAVA_SHORT, at + PKEY_INDEX) & SHORT)
                    .slid(from.get(JAVA_SHORT, at + SLID) & SHORT)
                    .sl(from.get(JAVA_BYTE, at + SL) & BYTE);
            if ((flags & WcFlags.WITH_IMM) != 0) {
                to.immData(from.get(NETWORK_INT, at + IMM_DATA));
            } else if ((flags & WcFlags.WITH_INV) != 0) {
                to.invalidatedRkey(from.get(JAVA_INT, at + INVALIDATED_RKEY));
            }
        }
    }

    @Override
    public void reqNotify(boolean solicitedOnly) {
        if (channel == null) {
            throw new VerbsException(
                    Errno.EINVAL, "the completion queue was created without a channel");
        }
        synchronized (reading) {
            checkOpen();
            int errno = Libibverbs.reqNotifyCq(reqNotifyCq, pointer, solicitedOnly);
            if (errno != 0) {
                throw Libibverbs.failure(Math.abs(errno), "can't arm a completion queue");
            }
        }
    }

    @Override
    public boolean startPoll() {
        return nextPoll();
    }

    @Override
    public boolean nextPoll() {
        return poll(cursor) == 1;
    }

    @Override
    public void endPoll() {
        cursor[0].reset();
    }

    @Override
    public long wrId() {
        return cursor[0].wrId();
    }

    @Override
    public WcStatus status() {
        return cursor[0].status();
    }

    @Override
    public WcOpcode readOpcode() {
        return cursor[0].opcode();
    }

    @Override
    public int readVendorErr() {
        return cursor[0].vendorErr();
    }

    @Override
    public long readByteLen() {
        return cursor[0].byteLen();
    }

    @Override
    public int readImmData() {
        return cursor[0].immData();
    }

    @Override
    public int readInvalidatedRkey() {
        return cursor[0].invalidatedRkey();
    }

    @Override
    public int readQpNum() {
        return cursor[0].qpNum();
    }

    @Override
    public int readSrcQp() {
        return cursor[0].srcQp();
    }

    @Override
    public int readWcFlags() {
        return cursor[0].wcFlags();
    }

    @Override
    public int readSlid() {
        return cursor[0].slid();
    }

    @Override
    public int readSl() {
        return cursor[0].sl();
    }

    @Override
    public int readPkeyIndex() {
        return cursor[0].pkeyIndex();
    }

    @Override
    void destroy() {
        synchronized (reading) {
            context.remove(
                    this,
                    () ->
                            Libibverbs.end(
                                    "can't destroy a completion queue",
                                    context.library().destroyCq,
                                    pointer));
        }
        if (channel != null) {
            channel.forget(this);
        }
    }
}
