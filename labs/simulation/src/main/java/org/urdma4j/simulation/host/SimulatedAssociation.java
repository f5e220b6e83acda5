package org.urdma4j.simulation.host;

import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.protection.aead.JcaSource;
import org.urdma4j.protection.key.ConnectionNames;
import org.urdma4j.protection.key.KeySchedule;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.shape.Shape;
import org.urdma4j.simulation.time.VirtualTimer;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.seal.Association;
import org.urdma4j.transport.seal.Rotation;
import org.urdma4j.transport.seal.SealSettings;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.QueuePair;

import java.security.Security;
import java.util.random.RandomGenerator;

/**
 * An association of two hosts whose packets are sealed, without the handshakes: both have the
 * secrets at once. Where payload is carried by reference nothing is encrypted, but packets have the
 * lengths, numbers and lives of sealed ones. Belongs to the thread that runs the time.
 */
public final class SimulatedAssociation {
    /** How long a handshake takes: until then nobody has keys. */
    private static final long HANDSHAKE_NS = 1_000_000L;

    private static final int GENERATIONS = 256;

    private final SimulatedNetwork network;
    private final SimulatedHost client;
    private final SimulatedHost server;
    private final Rotation rotation;
    private final RandomGenerator random;
    private final VirtualTimer handshake;
    private HostKeys ofClient;
    private HostKeys ofServer;
    private int generation;
    private long transactions;

    SimulatedAssociation(
            SimulatedNetwork network,
            SimulatedHost client,
            SimulatedHost server,
            Rotation rotation,
            Shape ofClient,
            Shape ofServer) {
        this.network = network;
        this.client = client;
        this.server = server;
        this.rotation = rotation;
        random = network.deriveRandom();
        handshake = network.time().timer(this::establish);
        CipherSource ciphers = ciphers(network);
        client.sealWith(settings(ciphers, ofClient), this::ask);
        server.sealWith(settings(ciphers, ofServer), this::ask);
    }

    private static SealSettings settings(CipherSource ciphers, Shape shape) {
        return new SealSettings(ciphers, Aead.AES_256_GCM, true, shape);
    }

    private static CipherSource ciphers(SimulatedNetwork network) {
        return network.payload() == PayloadMover.BY_REFERENCE
                ? new CiphersByReference()
                : new JcaSource(Security.getProvider("SunJCE"));
    }

    private void ask(Gid peer) {
        if (!handshake.isScheduled()) {
            handshake.schedule(network.time().nowNs() + HANDSHAKE_NS);
        }
    }

    /** Gives both hosts, whose devices are open, the first generation of keys. */
    public void establish() {
        int ofClientIndex = random.nextInt();
        int ofServerIndex = random.nextInt();
        ofClient = add(client, server, Role.CLIENT, ofClientIndex, ofServerIndex);
        ofServer = add(server, client, Role.SERVER, ofServerIndex, ofClientIndex);
        offer();
        useAtServer();
        useAtClient();
        ofClient.ready();
        ofServer.ready();
    }

    private HostKeys add(
            SimulatedHost own, SimulatedHost peer, Role role, int ownIndex, int peerIndex) {
        return new HostKeys(
                own,
                new Association(
                        peer.gid(),
                        peer.name(),
                        role,
                        ownIndex,
                        peerIndex,
                        rotation,
                        HANDSHAKE_NS));
    }

    /** A handshake ends: both open what is sealed by the next generation. */
    public void offer() {
        byte[] secret = new byte[KeySchedule.SECRET_BYTES];
        random.nextBytes(secret);
        long nowNs = network.time().nowNs();
        ofClient.add(generation, secret, nowNs);
        ofServer.add(generation, secret, nowNs);
    }

    /** The server seals by the generation that was offered last. */
    public void useAtServer() {
        ofServer.use(generation, network.time().nowNs());
    }

    /** The client seals by the generation that was offered last; the next will be another. */
    public void useAtClient() {
        ofClient.use(generation, network.time().nowNs());
        generation = (generation + 1) % GENERATIONS;
    }

    /** Has what two queue pairs send each other sealed, which are then connected by hand. */
    public void seal(QueuePair atClient, QueuePair atServer) {
        ConnectionNames names =
                new ConnectionNames(
                        Role.CLIENT, transactions++, 1, 2, atClient.qpNum(), atServer.qpNum());
        long nowNs = network.time().nowNs();
        ofClient.seal(atClient, names, nowNs);
        ofServer.seal(atServer, names, nowNs);
    }

    /** No handshake has come about for too long: nothing is sealed or opened any more. */
    public void expire() {
        ofClient.end();
        ofServer.end();
    }
}
