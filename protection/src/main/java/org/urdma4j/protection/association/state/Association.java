package org.urdma4j.protection.association.state;

import org.urdma4j.protection.association.message.Message;
import org.urdma4j.protection.association.message.Message.Bye;
import org.urdma4j.protection.association.message.Message.Heartbeat;
import org.urdma4j.protection.association.message.Message.Hello;
import org.urdma4j.protection.association.message.Message.Refused;
import org.urdma4j.protection.association.message.Message.Renewal;
import org.urdma4j.protection.association.message.Message.Renewed;
import org.urdma4j.protection.association.message.Message.Resume;
import org.urdma4j.protection.association.message.Message.Welcome;
import org.urdma4j.protection.association.message.Refusal;
import org.urdma4j.protection.association.tls.Binder;
import org.urdma4j.protection.association.tls.TlsFailure;
import org.urdma4j.protection.association.tls.TlsOutcome;
import org.urdma4j.protection.key.Role;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * One association. The client connects, again when the connection is lost, and renews; the server
 * waits. Not thread-safe.
 *
 * <p>Each handshake gives a generation of keys. The server has it when its handshake is complete,
 * for then the client can open by it; the client seals by it once the server has said, inside TLS,
 * that it has it. Numbers are the client's to give, and count up from 0, by 256 around.
 */
public final class Association {
    private enum State {
        CONNECTING,
        GREETING,
        CONNECTED,
        WAITING,
        ENDED
    }

    private final Role role;
    private final Local local;
    private final int index;
    private final Connecting connecting;
    private final Pulse pulse;
    private final Renewing renewing;
    private final Generations generations = new Generations();
    private final Queue<Action> actions = new ArrayDeque<>();
    private State state;
    private boolean established;
    private int peerIndex;
    private UUID peerDevice;
    private TlsOutcome first;
    private Binder binder;
    private long stateEndNs;
    private long expiryNs;

    private Association(Role role, Local local, int index, RandomGenerator random, long nowNs) {
        this.role = role;
        this.local = local;
        this.index = index;
        connecting = new Connecting(local.timing(), random);
        pulse = new Pulse(local.timing());
        renewing = new Renewing(role, local, this::send);
        expiryNs = nowNs + local.timing().expiryNs();
    }

    /**
     * Begins as the client, which wants to connect at once.
     *
     * @param index names it at this end, not 0
     * @param random spreads tries to connect
     */
    public static Association client(Local local, int index, RandomGenerator random, long nowNs) {
        Association made = new Association(Role.CLIENT, local, index, random, nowNs);
        made.connect(nowNs);
        return made;
    }

    /** Begins as the server, of a connection whose client said {@code hello}. */
    public static Association server(
            Local local,
            int index,
            RandomGenerator random,
            TlsOutcome outcome,
            Hello hello,
            long nowNs) {
        Association made = new Association(Role.SERVER, local, index, random, nowNs);
        made.peerIndex = hello.index();
        made.peerDevice = hello.device();
        Welcome welcome = local.welcome(index, hello);
        made.establish(outcome, welcome, nowNs);
        made.send(welcome);
        return made;
    }

    /** Returns what is to be done next, if anything. */
    public Optional<Action> poll() {
        return Optional.ofNullable(actions.poll());
    }

    /** Returns whether it has a connection that both ends have agreed on. */
    public boolean isConnected() {
        return state == State.CONNECTED;
    }

    public boolean isEnded() {
        return state == State.ENDED;
    }

    /** As the client: TLS is through to the server. */
    public void connected(TlsOutcome outcome, long nowNs) {
        if (state != State.CONNECTING) {
            outcome.close();
            return;
        }
        state = State.GREETING;
        pulse.start(nowNs);
        Optional<Resume> resume = Optional.empty();
        if (established) {
            // The server may seal by it before its answer is here.
            ByteBuffer proof = ByteBuffer.wrap(binder.prove(outcome.binder()));
            resume = Optional.of(new Resume(peerIndex, generations.next(), proof));
            open(generations.next(), outcome);
        } else {
            first = outcome;
        }
        send(local.hello(index, resume));
    }

    /**
     * As the server: the client has come back with another connection, which counts from now on.
     *
     * @return false if it isn't the client of this association: then nothing has changed, and the
     *     outcome is the caller's to close
     */
    public boolean resume(TlsOutcome outcome, Hello hello, long nowNs) {
        Resume resume = hello.resume().orElseThrow();
        byte[] proof = new byte[resume.proof().remaining()];
        resume.proof().duplicate().get(proof);
        if (role != Role.SERVER
                || isEnded()
                || !binder.isProven(outcome.binder(), proof)
                || hello.index() != peerIndex
                || !generations.isAhead(resume.generation())) {
            return false;
        }
        renewing.stop();
        state = State.CONNECTED;
        pulse.start(nowNs);
        open(resume.generation(), outcome);
        send(local.welcome(index, hello));
        succeed(resume.generation(), nowNs);
        return true;
    }

    /** The connection is gone, or it didn't come to one. */
    public void disconnected(String why, long nowNs) {
        if (state != State.WAITING && state != State.ENDED) {
            lost(why, nowNs);
        }
    }

    public void receive(Message message, long nowNs) {
        if (isEnded()) {
            return;
        }
        pulse.heard(nowNs);
        switch (message) {
            case Welcome welcome -> welcomed(welcome, nowNs);
            case Refused refused -> refused(refused.why(), nowNs);
            case Renewal renewal -> renewal(renewal, nowNs);
            case Renewed renewed -> renewed(renewed.generation(), nowNs);
            case Bye _ -> end("the peer has ended it", nowNs);
            case Heartbeat _ -> {
                // That it was heard is all.
            }
            case Hello _ -> protocolError(nowNs);
        }
    }

    /** Ends it, and says so to the peer. */
    public void close(String why, long nowNs) {
        if (state == State.CONNECTED) {
            send(new Bye());
        }
        end(why, nowNs);
    }

    /** Returns when {@link #onTimer} is to be called at the latest. */
    public long nextDeadlineNs() {
        long next = generations.nextEndNs(expiryNs);
        return switch (state) {
            case CONNECTING, GREETING, WAITING -> Timing.sooner(next, stateEndNs);
            case CONNECTED -> renewing.nextNs(Timing.sooner(next, pulse.nextNs()));
            case ENDED -> Long.MAX_VALUE;
        };
    }

    public void onTimer(long nowNs) {
        if (isEnded()) {
            return;
        }
        for (int ended : generations.takeEnded(nowNs)) {
            actions.add(new Action.Retired(ended));
        }
        if (Timing.isDue(expiryNs, nowNs)) {
            close("keys expired", nowNs);
            return;
        }
        switch (state) {
            case CONNECTED -> onTimerConnected(nowNs);
            case WAITING -> {
                if (Timing.isDue(stateEndNs, nowNs)) {
                    connect(nowNs);
                }
            }
            default -> {
                if (Timing.isDue(stateEndNs, nowNs)) {
                    lost("the peer doesn't answer", nowNs);
                }
            }
        }
    }

    private void onTimerConnected(long nowNs) {
        if (pulse.isSilent(nowNs)) {
            lost("%d heartbeats of the peer are missing".formatted(Timing.MISSED), nowNs);
            return;
        }
        if (pulse.takeBeat(nowNs)) {
            send(new Heartbeat());
        }
        if (renewing.isLate(nowNs)) {
            renewalFailed("the peer doesn't answer", nowNs);
        }
        renewing.onTimer(generations.next(), nowNs);
    }

    private void connect(long nowNs) {
        state = State.CONNECTING;
        stateEndNs = nowNs + local.timing().handshakeNs();
        actions.add(new Action.Connect());
    }

    private void lost(String why, long nowNs) {
        renewing.stop();
        dropGreeting();
        actions.add(new Action.Disconnect());
        actions.add(new Action.Failed(why));
        if (!established) {
            end(why, nowNs);
            return;
        }
        state = State.WAITING;
        stateEndNs = role == Role.CLIENT ? nowNs + connecting.nextWaitNs() : expiryNs;
    }

    private void welcomed(Welcome welcome, long nowNs) {
        if (state != State.GREETING
                || !local.allows(welcome)
                || (established && welcome.index() != peerIndex)) {
            protocolError(nowNs);
            return;
        }
        if (welcome.device().equals(local.device())) {
            refused(Refusal.ONESELF, nowNs);
            return;
        }
        peerIndex = welcome.index();
        peerDevice = welcome.device();
        state = State.CONNECTED;
        if (established) {
            succeed(generations.newest(), nowNs);
        } else {
            TlsOutcome outcome = first;
            first = null;
            establish(outcome, welcome, nowNs);
        }
    }

    private void refused(Refusal why, long nowNs) {
        if (state != State.GREETING) {
            protocolError(nowNs);
        } else if (!established && why == Refusal.DUPLICATE && connecting.mayAskAgain()) {
            dropGreeting();
            actions.add(new Action.Disconnect());
            state = State.WAITING;
            stateEndNs = nowNs + connecting.askAgainNs();
        } else if (established && why != Refusal.UNKNOWN) {
            lost(why.text(), nowNs);
        } else {
            if (!established) {
                actions.add(new Action.Failed(why.text()));
            }
            end(why.text(), nowNs);
        }
    }

    private void protocolError(long nowNs) {
        disconnected("the peer sent a message out of turn", nowNs);
    }

    private void establish(TlsOutcome outcome, Welcome agreed, long nowNs) {
        state = State.CONNECTED;
        established = true;
        binder = outcome.binder();
        pulse.start(nowNs);
        actions.add(
                new Action.Established(
                        outcome, peerDevice, peerIndex, agreed.epochBits(), agreed.epochSeconds()));
        renewals(nowNs);
    }

    /** The peer may seal by it from now on. */
    private void open(int generation, TlsOutcome outcome) {
        generations.add(generation);
        actions.add(new Action.Renewed(generation, outcome.secret()));
        outcome.binder().close();
    }

    /** The peer opens it. */
    private void succeed(int generation, long nowNs) {
        actions.add(new Action.MaySeal(generation));
        generations.endOthers(generation, nowNs + local.timing().graceNs());
        renewals(nowNs);
    }

    private void renewals(long nowNs) {
        connecting.succeeded();
        expiryNs = nowNs + local.timing().expiryNs();
        renewing.schedule(nowNs + local.timing().generationNs());
    }

    private void renewal(Renewal message, long nowNs) {
        if (state != State.CONNECTED) {
            protocolError(nowNs);
            return;
        }
        try {
            int generation = message.generation();
            boolean made =
                    renewing.receive(
                            message, generations, outcome -> open(generation, outcome), nowNs);
            if (made && role == Role.SERVER) {
                renewing.stop();
                send(new Renewed(generation));
                succeed(generation, nowNs);
            }
        } catch (TlsFailure e) {
            renewalFailed(e.getMessage(), nowNs);
        }
    }

    private void renewed(int generation, long nowNs) {
        if (role == Role.CLIENT
                && renewing.isMaking(generation)
                && generation == generations.newest()) {
            renewing.stop();
            succeed(generation, nowNs);
        }
    }

    private void renewalFailed(String why, long nowNs) {
        renewing.stop();
        renewing.schedule(nowNs + local.timing().mostRetryNs());
        actions.add(new Action.Failed("keys aren't renewed: " + why));
    }

    private void dropGreeting() {
        if (first != null) {
            first.close();
            first = null;
        }
    }

    private void end(String why, long nowNs) {
        renewing.stop();
        dropGreeting();
        if (binder != null) {
            binder.close();
        }
        state = State.ENDED;
        expiryNs = nowNs;
        actions.add(new Action.Disconnect());
        actions.add(new Action.Ended(why));
    }

    private void send(Message message) {
        actions.add(new Action.Send(message));
    }
}
