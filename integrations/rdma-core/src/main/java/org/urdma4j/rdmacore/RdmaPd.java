package org.urdma4j.rdmacore;

import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SharedReceiveQueue;
import org.urdma4j.verbs.SrqInitAttr;
import org.urdma4j.verbs.VerbsException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.StampedLock;

/** A protection domain. */
final class RdmaPd extends NativeObject implements ProtectionDomain {
    /** Of most kernels; those with larger ones say EINVAL. */
    private static final int PAGE = 4096;

    private static final int REMOTE_CHANGES = AccessFlags.REMOTE_WRITE | AccessFlags.REMOTE_ATOMIC;

    /** Held to read while a request that names an address handle is posted. */
    final StampedLock handles = new StampedLock();

    private final RdmaContext context;

    RdmaPd(RdmaContext context, long pointer) {
        super(context.lock, "protection domain", pointer, context);
        this.context = context;
    }

    @Override
    public RdmaContext context() {
        return context;
    }

    private Libibverbs library() {
        return context.library();
    }

    @Override
    public MemoryRegion regMr(MemorySegment segment, int accessFlags) {
        boolean zeroBased = (accessFlags & AccessFlags.ZERO_BASED) != 0;
        return register(segment, zeroBased ? 0 : segment.address(), accessFlags);
    }

    @Override
    public MemoryRegion regMr(MemorySegment segment, long iova, int accessFlags) {
        if ((accessFlags & AccessFlags.ZERO_BASED) != 0) {
            throw invalid("ZERO_BASED and an address exclude each other");
        }
        if (Long.compareUnsigned(iova + segment.byteSize() - 1, iova) < 0) {
            throw invalid("addresses would wrap");
        }
        return register(segment, iova, accessFlags);
    }

    private static VerbsException invalid(String message) {
        return new VerbsException(Errno.EINVAL, message);
    }

    private MemoryRegion register(MemorySegment segment, long iova, int accessFlags) {
        checkMemory(segment, accessFlags);
        if ((accessFlags & AccessFlags.REMOTE_ATOMIC) != 0 && iova % Long.BYTES != 0) {
            throw invalid("REMOTE_ATOMIC needs an address that is a multiple of eight");
        }
        if ((iova - segment.address()) % PAGE != 0) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "the kernel takes addresses that differ from the memory's by whole pages"
                            + " alone; %d bytes aren't".formatted(iova - segment.address()));
        }
        synchronized (lock) {
            checkOpen();
            int flags = accessFlags & ~AccessFlags.ZERO_BASED;
            long mr = library().regMr(pointer, segment, iova, flags);
            return new RdmaMr(this, mr, segment, iova);
        }
    }

    static void checkMemory(MemorySegment segment, int accessFlags) {
        if (!segment.isNative()) {
            throw invalid(
                    "a device reads no memory on the heap; allocate it by Context.allocate or an"
                            + " Arena");
        }
        if (segment.byteSize() == 0) {
            throw invalid("there are no bytes to register");
        }
        if (!segment.isAccessibleBy(Thread.ofPlatform().unstarted(() -> {}))) {
            throw invalid("memory of one thread can't be registered; use a shared Arena");
        }
        if ((accessFlags & REMOTE_CHANGES) != 0 && (accessFlags & AccessFlags.LOCAL_WRITE) == 0) {
            throw invalid("REMOTE_WRITE and REMOTE_ATOMIC need LOCAL_WRITE");
        }
        if (segment.isReadOnly() && (accessFlags & AccessFlags.LOCAL_WRITE) != 0) {
            throw new VerbsException(Errno.EACCES, "the segment is read-only");
        }
    }

    @Override
    public QueuePair createQp(QpInitAttr initAttr) {
        QpType type = initAttr.qpType();
        if (type != QpType.RC && type != QpType.UC && type != QpType.UD) {
            throw new VerbsException(Errno.EOPNOTSUPP, "there are no queue pairs of type " + type);
        }
        RdmaCq sendCq = ours(initAttr.sendCq());
        RdmaCq recvCq = ours(initAttr.recvCq());
        synchronized (lock) {
            checkOpen();
            sendCq.checkOpen();
            recvCq.checkOpen();
            RdmaSrq srq = ours(initAttr.srq());
            RdmaQp qp = RdmaQp.create(this, initAttr, sendCq, recvCq, srq);
            context.add(qp);
            return qp;
        }
    }

    @Override
    public SharedReceiveQueue createSrq(SrqInitAttr wanted) {
        synchronized (lock) {
            checkOpen();
            RdmaSrq srq = RdmaSrq.create(this, wanted);
            context.add(srq);
            return srq;
        }
    }

    /** Returns an open one of this context, or null if it is. */
    private RdmaSrq ours(SharedReceiveQueue srq) {
        if (srq == null) {
            return null;
        }
        if (srq.protectionDomain().context() != context) {
            throw invalid("the shared receive queue is of another context");
        }
        RdmaSrq found = (RdmaSrq) srq;
        found.checkOpen();
        return found;
    }

    private RdmaCq ours(CompletionQueue cq) {
        if (cq.context() != context) {
            throw invalid("a completion queue is of another context");
        }
        return (RdmaCq) cq;
    }

    @Override
    public AddressHandle createAh(AhAttr attr) {
        synchronized (lock) {
            checkOpen();
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment to = arena.allocate(Structs.AH_ATTR.size(), Long.BYTES);
                Attributes.write(attr, to);
                long ah =
                        Libibverbs.pointer(
                                "can't create an address handle",
                                (state, _) ->
                                        (long) library().createAh.invokeExact(state, pointer, to));
                return new RdmaAh(this, ah);
            }
        }
    }

    /** Queue pairs before the memory and the addresses that their requests name. */
    @Override
    List<NativeObject> usersInOrder() {
        return super.usersInOrder().stream()
                .sorted(Comparator.comparing(each -> !(each instanceof RdmaQp)))
                .toList();
    }

    @Override
    void destroy() {
        Libibverbs.end("can't free a protection domain", library().deallocPd, pointer);
    }
}
