package org.urdma4j.channel;

import org.urdma4j.endpoint.ActiveEndpoint;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.ConnParam;

import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/** The connection under a channel: makes the rings, and brings to its {@link Flow} what arrives. */
final class Link extends ActiveEndpoint {
    private static final byte[] NOTHING = {};
    private static final int RECEIVING = AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE;

    private final ChannelOptions options;
    private final ChannelGroup group;

    /** Of the end that is asked; null at the other. */
    private final Acceptor acceptor;

    private final Flow flow = new Flow();
    private final AtomicBoolean released = new AtomicBoolean();

    /** Held by the one who writes, who alone goes from one ring to another. */
    private final ReentrantLock writing = new ReentrantLock();

    private QueuePair pair;
    private Inbound inbound;
    private Outbound outbound;
    private CreditSender credits;
    private Ring sendRing;

    /** Null before the rings are made. */
    private volatile RingMemory.Share memory;

    /** All that haven't been given back. Guards itself and {@link #discarded}. */
    private final Set<Ring> rings = new HashSet<>();

    private boolean discarded;
    private volatile boolean watched;

    /** What is done when it is closed. What has arrived may be read after that. */
    private volatile Runnable end;

    /** Wakes who calls {@link #progress}; null if the group's thread does all of it. */
    private volatile Runnable waker;

    /** That is in {@link #progress}. */
    private volatile Thread lent;

    private volatile boolean closing;

    /** It is closed, and {@link #end} is run or about to be. */
    private volatile boolean ended;

    Link(ChannelOptions options, ChannelGroup group, Acceptor acceptor) {
        this.options = options;
        this.group = group;
        this.acceptor = acceptor;
        end = this::discard;
    }

    Flow flow() {
        return flow;
    }

    /** Of a connected link. */
    Inbound inbound() {
        return inbound;
    }

    /** Of a connected link. */
    Outbound outbound() {
        return outbound;
    }

    /** Whether this thread has to bring what others wait for. */
    boolean inCallback() {
        return group.inCallback();
    }

    @Override
    protected void onOpen() {
        group.inConnections();
        if (acceptor != null && peerHello().isEmpty()) {
            disconnect(); // which refuses the peer
            return;
        }
        pair = qp();
        try {
            makeRings();
        } catch (VerbsException e) {
            if (e.errno() != Errno.ENOMEM) {
                throw e;
            }
            refuse(e);
            return;
        }
        for (int slot = 0; slot < Inbound.RECEIVES; slot++) {
            if (!inbound.post(pair, slot)) {
                throw new IllegalStateException("a receive can't be posted");
            }
        }
    }

    private void makeRings() {
        memory = group.memory().take(this);
        inbound = new Inbound(ring(Ring.FIRST, RECEIVING), allocate(Inbound.BYTES));
        sendRing = ring(Ring.FIRST, AccessFlags.LOCAL_WRITE);
        credits = new CreditSender(pair, allocate(CreditSender.BYTES));
    }

    /** Makes a ring, for which there is memory. */
    private Ring ring(int bytes, int access) {
        synchronized (rings) {
            if (discarded) {
                throw new IllegalStateException("the channel is closed");
            }
            Ring ring = new Ring(allocate(bytes, access));
            rings.add(ring);
            return ring;
        }
    }

    /** Returns a ring in place of one that has other bytes, null if there can't be one. */
    private Ring another(int bytes, int before, int access) {
        int granted = memory.grant(bytes, before);
        if (granted == 0) {
            return null;
        }
        try {
            Ring ring = ring(granted, access);
            if (!watched) {
                watched = true;
                group.memory().watch(this);
            }
            return ring;
        } catch (VerbsException | IllegalStateException _) {
            memory.giveBack(granted); // there is no more of it, or the connection has ended
            return null;
        }
    }

    private void giveBack(Ring ring) {
        if (ring == null) {
            return;
        }
        try {
            ring.region().close();
        } catch (IllegalStateException _) {
            return; // the device is being closed, and all that belongs to it
        }
        synchronized (rings) {
            if (rings.remove(ring)) {
                id().verbs().discard(ring.region().segment());
                memory.giveBack(ring.size());
            }
        }
    }

    /** Offers the peer another ring. */
    private void offer(int bytes, int before) {
        Ring ring = another(bytes, before, RECEIVING);
        if (ring == null) {
            return;
        }
        boolean offered;
        synchronized (flow) {
            offered = inbound.offer(ring);
            flow.proceed();
        }
        flow.tell();
        if (!offered) {
            giveBack(ring);
        }
    }

    /** Copies into a longer ring from now on, if there is one. Of the one who writes. */
    void lengthen() {
        turn(outbound.wantedBytes(), outbound.ring().size());
    }

    private void turn(int bytes, int before) {
        Ring ring = another(bytes, before, AccessFlags.LOCAL_WRITE);
        synchronized (flow) {
            if (ring == null) {
                outbound.stay();
            } else {
                outbound.turn(ring);
            }
        }
    }

    /** Gives back what isn't needed any more, and offers what is wanted. */
    private void care() {
        Ring sent;
        Ring read;
        int wanted;
        int before;
        synchronized (flow) {
            sent = outbound.takeRetired();
            read = inbound.takeRetired();
            wanted = inbound.takeWantedBytes(options.receiveBytes());
            before = inbound.ringBytes();
        }
        giveBack(sent);
        giveBack(read);
        if (wanted > 0) {
            offer(wanted, before);
        }
    }

    /**
     * Replaces rings in which nothing has happened since the last call by the shortest.
     *
     * @return whether it is to be called again
     */
    boolean onTurn() {
        if (outbound == null || released.get()) {
            return !released.get();
        }
        if (waker != null) {
            takeSent(false); // of which nobody may have been told
        }
        boolean rests;
        synchronized (flow) {
            rests = inbound.rests();
        }
        if (rests) {
            offer(Ring.FIRST, 0);
        }
        if (writing.tryLock()) {
            try {
                boolean quiet;
                synchronized (flow) {
                    quiet = outbound.rests();
                }
                if (quiet) {
                    turn(Ring.FIRST, 0);
                }
            } finally {
                writing.unlock();
            }
        }
        care();
        return true;
    }

    /** Held by the one who writes. */
    ReentrantLock writing() {
        return writing;
    }

    private void refuse(VerbsException cause) {
        if (acceptor != null) {
            acceptor.refused(cause);
            reject(CmEvent.NO_RESOURCES);
        }
        flow.end(cause.getMessage(), cause);
        disconnect();
    }

    private void reject(int reason) {
        try {
            id().reject(reason, NOTHING);
        } catch (VerbsException | IllegalStateException _) {
            // the peer has withdrawn, or the device is closed
        }
    }

    private Optional<Hello> peerHello() {
        return Hello.decode(peer().privateData());
    }

    @Override
    protected ConnParam param(ConnParam ofGroup) {
        return ofGroup.privateData(inbound.hello().encode());
    }

    @Override
    protected void onConnected() {
        Optional<Hello> hello = peerHello();
        if (hello.isEmpty()) {
            fail("who listens there speaks of no channels");
            return;
        }
        end = Link::leave;
        outbound = new Outbound(pair, sendRing, options.sendBytes(), hello.get(), System::nanoTime);
        flow.connect(inbound, outbound, credits);
        if (acceptor != null) {
            acceptor.connected(this);
        }
    }

    private void fail(String reason) {
        flow.end(reason, null);
        disconnect();
    }

    /**
     * Sets what wakes up who calls {@link #progress}.
     *
     * @param program null: the group's thread does it from now on, and this one what was left
     */
    void waker(Runnable program) {
        waker = program;
        if (program == null) {
            while (progress()) {
                // whoever was woken up won't do it
            }
        }
    }

    /**
     * Brings what has completed. It isn't told of what was sent alone unless somebody waits for it.
     *
     * @return whether to call it again
     */
    boolean progress() {
        lent = Thread.currentThread();
        try {
            boolean more = takeReceived();
            more |= takeSent(false);
            if (waker == null || awaitsSent()) {
                more |= takeSent(true);
            }
            return more;
        } finally {
            lent = null;
        }
    }

    private boolean awaitsSent() {
        synchronized (flow) {
            return flow.awaitsSent();
        }
    }

    @Override
    protected boolean onCompletions() {
        Runnable program = waker;
        if (program != null) {
            program.run();
        }
        return program != null;
    }

    /** This thread is the group's, unless the program lends one of its own. */
    private void noteThread() {
        if (waker == null && !Thread.currentThread().equals(lent)) {
            group.inCompletions();
        }
    }

    @Override
    protected void onReceive(WorkCompletion done) {
        if (!done.isSuccess() || outbound == null) {
            return; // flushed, or there is no channel: the end of the connection follows
        }
        noteThread();
        boolean right;
        boolean care;
        synchronized (flow) {
            right = take(done);
            inbound.postAgain(pair, done.wrId());
            flow.proceed();
            care = needsCare();
        }
        flow.tell();
        if (care) {
            care();
        }
        if (!right) {
            fail("the peer breaks the rules of channels");
        }
        finish();
    }

    private boolean take(WorkCompletion done) {
        if (done.opcode() == WcOpcode.RECV_RDMA_WITH_IMM) {
            return inbound.onNotice(done.immData());
        }
        if (done.byteLen() != Credit.LENGTH) {
            return false;
        }
        MemorySegment slots = inbound.slots().segment();
        long offset = done.wrId() * Credit.LENGTH;
        if (Credit.end(slots, offset)) {
            inbound.onEnd();
        }
        return outbound.onCredit(Credit.freed(slots, offset), Credit.notices(slots, offset))
                && (!Credit.hasRing(slots, offset) || outbound.onRing(Credit.ring(slots, offset)));
    }

    private boolean needsCare() {
        return outbound.hasRetired()
                || inbound.hasRetired()
                || inbound.wantedBytes(options.receiveBytes()) > 0;
    }

    @Override
    protected void onSend(WorkCompletion done) {
        noteThread();
        boolean care = false;
        if (done.isSuccess()) {
            synchronized (flow) {
                count(done.wrId());
                flow.proceed();
                care = needsCare();
            }
            flow.tell();
        } else if (done.status() != WcStatus.WR_FLUSH_ERR) {
            flow.end("a request to the peer has failed: " + done.status().description(), null);
        }
        if (care) {
            care();
        }
        finish();
    }

    private void count(long wrId) {
        if (wrId >= 0) {
            outbound.onCompleted(wrId);
            return;
        }
        credits.onCompleted();
        if (wrId == CreditSender.LAST) {
            flow.onEndArrived();
        }
    }

    /** Closes what was closed without waiting for the last bytes to arrive. */
    private void finish() {
        if (flow.finished()) {
            close();
        }
    }

    @Override
    protected void onDisconnected() {
        flow.end(
                peerVanished()
                        ? "the peer has vanished: it doesn't answer any more"
                        : "the peer has ended the connection",
                null);
    }

    @Override
    protected void onFailed(VerbsException cause) {
        flow.end(cause.getMessage(), cause);
    }

    @Override
    protected void onError(Throwable cause) {
        if (cause instanceof IllegalStateException) {
            if (closing) {
                return; // it was closed under the callback
            }
            Optional<VerbsException> lost = lost(cause);
            if (lost.isPresent()) {
                flow.end(lost.get().getMessage(), lost.get());
                return;
            }
        }
        flow.end("a callback has thrown " + cause, cause);
        super.onError(cause);
    }

    /** Returns what has been closed under the callback, if anything has. */
    private Optional<VerbsException> lost(Throwable cause) {
        try {
            id().verbs().queryGidTable();
        } catch (IllegalStateException _) {
            return Optional.of(new VerbsException(Errno.ENODEV, "the device was closed", cause));
        }
        try {
            qp().queryEce();
            return Optional.empty();
        } catch (IllegalStateException _) {
            String why = "the queue pair was closed";
            return Optional.of(new VerbsException(Errno.ECONNRESET, why, cause));
        }
    }

    @Override
    public void close() {
        closing = true;
        try {
            super.close();
        } catch (IllegalStateException _) {
            // the device is being closed, and all that belongs to it
        } finally {
            flow.end("the connection was closed", null);
            if (released.compareAndSet(false, true)) {
                if (acceptor != null) {
                    acceptor.gone(this);
                }
                group.release();
            }
            ended = true;
            end.run();
        }
    }

    private static void leave() {
        // what has arrived may be read yet
    }

    /**
     * The program has closed it, and what is to be done is done when it comes to its end, perhaps
     * twice if it comes to it now.
     */
    void atEnd(Runnable task) {
        end = task;
        if (ended) {
            task.run();
        }
    }

    /** Gives the memory of the rings back, which nobody may be in. Of a link that is closed. */
    void discard() {
        RingMemory.Share share = memory;
        if (share == null) {
            return;
        }
        synchronized (rings) {
            discarded = true;
            Context context = id().verbs();
            rings.forEach(ring -> context.discard(ring.region().segment()));
            rings.clear();
        }
        share.end();
    }
}
