package org.urdma4j.protection.association.net;

import org.urdma4j.protection.association.AssociationInfo;
import org.urdma4j.protection.association.AssociationListener;
import org.urdma4j.protection.association.message.Message.Hello;
import org.urdma4j.protection.association.message.Message.Refused;
import org.urdma4j.protection.association.message.Refusal;
import org.urdma4j.protection.association.state.Action;
import org.urdma4j.protection.association.state.Association;
import org.urdma4j.protection.association.tls.TlsOutcome;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.key.Secret;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The thread of an association: events in, actions done, the listener called. */
final class AssociationThread {
    private static final System.Logger LOG = System.getLogger(AssociationThread.class.getName());
    private static final int MOST_EVENTS = 256;

    private final Device device;
    private final InetAddress remote;
    private final Role role;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>(MOST_EVENTS);
    private final CompletableFuture<AssociationInfo> ready = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final int index;
    private Association association;
    private Link link;
    private int dial;
    private long handshakeNs;
    private AssociationInfo info;
    private boolean superseded;
    private String failure = "the association has ended";

    /** Read by other threads: the peer's device once it is known, and whether it is connected. */
    private volatile UUID peerDevice;

    private volatile boolean connected;
    private volatile boolean done;

    /** One whose thread isn't started; see {@link #client} and {@link #server}. */
    AssociationThread(Device device, InetAddress remote, Role role, int index) {
        this.device = device;
        this.remote = remote;
        this.role = role;
        this.index = index;
    }

    static AssociationThread client(Device device, InetAddress remote, int index) {
        AssociationThread thread = new AssociationThread(device, remote, Role.CLIENT, index);
        var _ =
                Thread.ofVirtual()
                        .name("urdma-keys-" + Integer.toHexString(index))
                        .start(() ->
                                thread.run(
                                        Association.client(
                                                device.local(),
                                                index,
                                                device.random(),
                                                AssociationClock.nowNs())));
        return thread;
    }

    /** Begins as the server of a connection that said hello. */
    static AssociationThread server(
            Device device,
            InetAddress remote,
            int index,
            Link link,
            TlsOutcome outcome,
            Hello hello,
            long handshakeNs) {
        AssociationThread thread = new AssociationThread(device, remote, Role.SERVER, index);
        thread.link = link;
        thread.handshakeNs = handshakeNs;
        thread.peerDevice = hello.device();
        thread.connected = true;
        var _ =
                Thread.ofVirtual()
                        .name("urdma-keys-" + Integer.toHexString(index))
                        .start(() ->
                                thread.run(
                                        Association.server(
                                                device.local(),
                                                index,
                                                device.random(),
                                                outcome,
                                                hello,
                                                AssociationClock.nowNs())));
        return thread;
    }

    InetAddress remote() {
        return remote;
    }

    Role role() {
        return role;
    }

    int index() {
        return index;
    }

    boolean isConnected() {
        return connected;
    }

    /** Returns whether it is with this device, as far as is known. */
    boolean isWith(UUID other) {
        return other.equals(peerDevice);
    }

    boolean isAsking() {
        return role == Role.CLIENT && !ready.isDone();
    }

    /** Completes when its thread is done. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    /** Completes when there are keys, or fails. */
    CompletableFuture<AssociationInfo> ready() {
        return ready;
    }

    /** Tells it of something; waits while it is busy. */
    void tell(Event event) throws InterruptedException {
        while (!events.offer(event, 1, TimeUnit.SECONDS)) {
            if (done) {
                return;
            }
        }
    }

    private void run(Association begun) {
        association = begun;
        try {
            act();
            while (!association.isEnded()) {
                long waitNs = association.nextDeadlineNs() - AssociationClock.nowNs();
                Event event = events.poll(Math.max(0, waitNs), TimeUnit.NANOSECONDS);
                long nowNs = AssociationClock.nowNs();
                if (event != null) {
                    handle(event, nowNs);
                }
                association.onTimer(nowNs);
                connected = association.isConnected();
                act();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "An association was cut short by a defect", e);
            act(new Action.Ended("a defect in this program"));
        } finally {
            connected = false;
            done = true;
            device.remove(this);
            ready.completeExceptionally(new AssociationException(failure));
            events.forEach(AssociationThread::refuse);
            if (link != null) {
                link.close();
            }
            ended.complete(null);
        }
    }

    /** What nobody takes any more. */
    private static void refuse(Event event) {
        switch (event) {
            case Event.Dialled it -> {
                it.outcome().close();
                it.link().close();
            }
            case Event.Resumed it -> {
                it.outcome().close();
                it.link().send(new Refused(Refusal.UNKNOWN));
                it.link().close();
            }
            default -> {
                // Nothing depends on the others.
            }
        }
    }

    private void handle(Event event, long nowNs) {
        switch (event) {
            case Event.Dialled it when it.dial() == dial -> {
                link = it.link();
                handshakeNs = it.handshakeNs();
                association.connected(it.outcome(), nowNs);
            }
            case Event.Dialled it -> refuse(it);
            case Event.NotDialled it when it.dial() == dial ->
                    association.disconnected(it.why(), nowNs);
            case Event.NotDialled _ -> {
                // It was given up before.
            }
            case Event.Resumed it -> resume(it, nowNs);
            case Event.Came it when it.link() == link -> association.receive(it.message(), nowNs);
            case Event.Gone it when it.link() == link -> association.disconnected(it.why(), nowNs);
            case Event.Came _, Event.Gone _ -> {
                // Of a connection that another has replaced.
            }
            case Event.Superseded it -> {
                if (info == null) {
                    superseded = true;
                    ready.complete(it.by());
                    association.close("the peer's connection counts", nowNs);
                }
            }
            case Event.Close it -> association.close(it.why(), nowNs);
        }
    }

    private void resume(Event.Resumed it, long nowNs) {
        Link old = link;
        link = it.link();
        if (association.resume(it.outcome(), it.hello(), nowNs)) {
            if (old != null) {
                old.close();
            }
        } else {
            link = old;
            refuse(it);
        }
    }

    private void act() {
        for (Optional<Action> next = association.poll();
                next.isPresent();
                next = association.poll()) {
            act(next.get());
        }
    }

    private void act(Action action) {
        switch (action) {
            case Action.Connect _ -> {
                dial++;
                TlsInitiator.start(device, this, remote, dial);
            }
            case Action.Send it -> {
                if (link != null) {
                    link.send(it.message());
                }
            }
            case Action.Disconnect _ -> {
                if (link != null) {
                    link.close();
                    link = null;
                }
            }
            case Action.Established it -> establish(it);
            case Action.Renewed it -> {
                log(it.generation(), it.secret());
                call(() -> listener().renewed(info, it.generation(), it.secret()));
            }
            case Action.MaySeal it -> call(() -> listener().maySeal(info, it.generation()));
            case Action.Retired it -> call(() -> listener().retired(info, it.generation()));
            case Action.Failed it -> {
                if (!superseded) {
                    failure = it.why();
                    call(() -> listener().failed(remote, it.why()));
                }
            }
            case Action.Ended it -> {
                device.remove(this);
                if (info != null) {
                    call(() -> listener().ended(info, it.why()));
                }
            }
        }
    }

    private void establish(Action.Established it) {
        TlsOutcome outcome = it.outcome();
        info =
                new AssociationInfo(
                        device.address(),
                        remote,
                        index,
                        it.peerIndex(),
                        role,
                        0,
                        outcome.secret(),
                        outcome.peer(),
                        it.epochBits(),
                        Duration.ofSeconds(it.epochSeconds()),
                        handshakeNs,
                        outcome.group(),
                        outcome.suite());
        peerDevice = it.peerDevice();
        connected = true;
        log(0, outcome.secret());
        call(() -> listener().established(info));
        ready.complete(info);
        device.established(this, info);
    }

    private void log(int generation, Secret secret) {
        if (device.keyLog().isPresent()) {
            try {
                device.keyLog()
                        .get()
                        .write(role, index, info.peerIndex(), generation, secret, info.epochBits());
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "The key log can't be written: {0}", e);
            }
        }
    }

    private AssociationListener listener() {
        return device.listener();
    }

    private static void call(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "A listener of associations failed", e);
        }
    }
}
