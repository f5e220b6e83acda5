package org.urdma4j.transport.memory;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * A registered memory region as the engine sees it: a stretch of virtual addresses {@code [address,
 * address + length)}, the memory behind it, and who may do what with it.
 */
public final class Region {
    private static final SteadyMemory[] NONE = {};

    private final MemorySegment segment;
    private final long address;
    private final long length;
    private final int access;
    private final int domain;
    private final int lkey;
    private final int rkey;

    /** The region that this is a part of, null for a whole one. */
    private final Region whole;

    /** One for each event loop that has asked. */
    private volatile SteadyMemory[] steady = NONE;

    /** Written by one event loop of the device, read by all. */
    private volatile boolean registered = true;

    /** As above, but written by that of the queue pair which takes it back. */
    private volatile boolean remotelyValid = true;

    Region(MemorySegment segment, long address, int access, int domain, int lkey, int rkey) {
        this(segment, address, access, domain, lkey, rkey, null);
    }

    private Region(
            MemorySegment segment,
            long address,
            int access,
            int domain,
            int lkey,
            int rkey,
            Region whole) {
        this.whole = whole;
        this.segment = segment;
        this.address = address;
        this.length = segment.byteSize();
        this.access = access;
        this.domain = domain;
        this.lkey = lkey;
        this.rkey = rkey;
    }

    public MemorySegment segment() {
        return segment;
    }

    /**
     * Returns its memory, or null if that isn't steady.
     *
     * @param reader whoever uses it, on one thread
     */
    public SteadyMemory steadily(Object reader) {
        for (SteadyMemory one : steady) {
            if (one.reader.equals(reader)) {
                return one;
            }
        }
        return SteadyMemory.is(segment) ? newSteady(reader) : null;
    }

    private synchronized SteadyMemory newSteady(Object reader) {
        SteadyMemory one = new SteadyMemory(reader, segment);
        SteadyMemory[] all = Arrays.copyOf(steady, steady.length + 1);
        all[steady.length] = one;
        steady = all;
        return one;
    }

    /** Returns the virtual address of the first byte, as peers name it. */
    public long address() {
        return address;
    }

    public long length() {
        return length;
    }

    public int lkey() {
        return lkey;
    }

    public int rkey() {
        return rkey;
    }

    public int access() {
        return access;
    }

    /** Returns the identity of the protection domain it belongs to. */
    int domain() {
        return domain;
    }

    /** Returns whether it has not been deregistered since. */
    public boolean registered() {
        return registered && (whole == null || whole.registered);
    }

    /** Returns a part of it with rights of its own, known at {@code as} under {@code key}. */
    Region part(long from, long bytes, long as, int rights, int key) {
        MemorySegment memory = segment.asSlice(offsetOf(from), bytes);
        return new Region(memory, as, rights, domain, 0, key, this);
    }

    boolean isPartOf(Region other) {
        return whole == other;
    }

    /** Returns the offset in {@link #segment} of a virtual address within the region. */
    public long offsetOf(long virtualAddress) {
        return virtualAddress - address;
    }

    /** Returns whether every right in {@code rights} was given at registration. */
    boolean allows(int rights) {
        return (access & rights) == rights;
    }

    /**
     * Returns whether a request of a domain may use {@code [virtualAddress, virtualAddress +
     * bytes)}, unsigned, with these rights.
     */
    boolean permits(int ofDomain, long virtualAddress, long bytes, int rights) {
        long offset = virtualAddress - address;
        return domain == ofDomain
                && (access & rights) == rights
                && offset >= 0
                && bytes <= length
                && offset <= length - bytes;
    }

    boolean remotelyValid() {
        return remotelyValid && registered();
    }

    void invalidateRemotely() {
        remotelyValid = false;
    }

    void deregister() {
        registered = false;
        remotelyValid = false;
    }
}
