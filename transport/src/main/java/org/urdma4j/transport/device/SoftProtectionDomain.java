package org.urdma4j.transport.device;

import org.urdma4j.transport.memory.Region;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.MemoryWindow;
import org.urdma4j.verbs.MwType;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SharedReceiveQueue;
import org.urdma4j.verbs.SrqInitAttr;
import org.urdma4j.verbs.VerbsException;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.Supplier;

/** A protection domain: what belongs to one can't be used through another. */
final class SoftProtectionDomain extends Resource implements ProtectionDomain {
    private static final int KNOWN_ACCESS =
            AccessFlags.LOCAL_WRITE
                    | AccessFlags.REMOTE_WRITE
                    | AccessFlags.REMOTE_READ
                    | AccessFlags.REMOTE_ATOMIC
                    | AccessFlags.MW_BIND
                    | AccessFlags.ZERO_BASED
                    | AccessFlags.RELAXED_ORDERING;

    private static final int ATOMIC_ALIGNMENT = Long.BYTES;

    private final SoftContext context;
    private final int id;

    SoftProtectionDomain(SoftContext context, int id) {
        super(context);
        this.context = context;
        this.id = id;
    }

    @Override
    public SoftContext context() {
        return context;
    }

    int id() {
        return id;
    }

    @Override
    public MemoryRegion regMr(MemorySegment segment, int access) {
        checkOpen();
        return adopted(() -> register(segment, access));
    }

    @Override
    public MemoryRegion regMr(MemorySegment segment, long iova, int access) {
        checkOpen();
        Invalid.unless(
                (access & AccessFlags.ZERO_BASED) == 0,
                "ZERO_BASED and an address exclude another");
        Invalid.unless(
                Long.compareUnsigned(iova, iova + segment.byteSize() - 1) <= 0,
                "addresses from 0x%x on would wrap".formatted(iova));
        return adopted(() -> register(segment, iova, access));
    }

    private MemoryRegion adopted(Supplier<Region> registered) {
        SoftMemoryRegion mr = new SoftMemoryRegion(this, registered);
        mr.adopted();
        return mr;
    }

    /** Registers memory at an address that suits it, or refuses to. */
    Region register(MemorySegment segment, int access) {
        return register(
                segment,
                (access & AccessFlags.ZERO_BASED) != 0 ? 0 : context.addressOf(segment),
                access);
    }

    /** Registers memory at {@code address}, or refuses to. */
    Region register(MemorySegment segment, long address, int access) {
        checkAccess(access);
        checkMemory(segment, access);
        Invalid.unless(
                (access & AccessFlags.REMOTE_ATOMIC) == 0 || address % ATOMIC_ALIGNMENT == 0,
                "REMOTE_ATOMIC needs an address that is a multiple of 8");
        return context.loops().register(segment, address, access, id);
    }

    private static void checkAccess(int access) {
        Invalid.unless(
                (access & ~KNOWN_ACCESS) == 0,
                "access flags %s are not supported".formatted(AccessFlags.toString(access)));
        int remoteChange = AccessFlags.REMOTE_WRITE | AccessFlags.REMOTE_ATOMIC;
        Invalid.unless(
                (access & remoteChange) == 0 || (access & AccessFlags.LOCAL_WRITE) != 0,
                "REMOTE_WRITE and REMOTE_ATOMIC need LOCAL_WRITE as well");
    }

    private static void checkMemory(MemorySegment segment, int access) {
        Invalid.unless(segment.byteSize() > 0, "a memory region can't be empty");
        Invalid.unless(segment.scope().isAlive(), "the memory's arena is closed");
        Invalid.unless(
                segment.isAccessibleBy(new Thread(() -> {})),
                "the memory belongs to one thread; allocate it from a shared arena");
        if (segment.isReadOnly() && (access & AccessFlags.LOCAL_WRITE) != 0) {
            throw new VerbsException(Errno.EACCES, "the memory is read-only: omit LOCAL_WRITE");
        }
        boolean aligned =
                segment.isNative()
                        ? segment.address() % ATOMIC_ALIGNMENT == 0
                        : segment.maxByteAlignment() >= ATOMIC_ALIGNMENT;
        Invalid.unless(
                (access & AccessFlags.REMOTE_ATOMIC) == 0 || aligned,
                "REMOTE_ATOMIC needs memory aligned to 8 bytes: off-heap, or a long[]");
    }

    @Override
    public MemoryWindow allocMw(MwType type) {
        checkOpen();
        if (type == MwType.TYPE_1 && context.loops().count() > 1) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "memory windows of type 1 are for devices with one event loop (eventLoops),"
                            + " not %d: use type 2".formatted(context.loops().count()));
        }
        SoftMemoryWindow mw = new SoftMemoryWindow(this, Objects.requireNonNull(type, "type"));
        mw.adopted();
        return mw;
    }

    @Override
    public SharedReceiveQueue createSrq(SrqInitAttr attr) {
        checkOpen();
        SoftSharedReceiveQueue srq = new SoftSharedReceiveQueue(this, attr);
        srq.adopted();
        return srq;
    }

    @Override
    public AddressHandle createAh(AhAttr attr) {
        checkOpen();
        Invalid.unlessInRange("port_num", attr.portNum(), 1, DeviceLimits.PORT);
        if (attr.isGlobal() && attr.grh().dgid().isMulticast()) {
            context.shard().groups().require(attr.grh().dgid());
        }
        SoftAddressHandle ah =
                new SoftAddressHandle(this, flow -> context.route(context.port(), attr, flow));
        ah.adopted();
        return ah;
    }

    @Override
    public QueuePair createQp(QpInitAttr attr) {
        return createQp(attr, 0);
    }

    /** Creates a queue pair for a peer's, whose number is 0 if it isn't known. */
    QueuePair createQp(QpInitAttr attr, int peerQpn) {
        checkOpen();
        SoftQueuePair qp = SoftQueuePair.create(this, attr, peerQpn);
        qp.adopted();
        return qp;
    }

    @Override
    String describe() {
        return "ProtectionDomain " + id;
    }

    @Override
    void release() {
        // What belonged to it is closed; the domain itself is only a number.
    }
}
