package org.urdma4j.protection.association.tls;

import org.bouncycastle.tls.NamedGroup;
import org.bouncycastle.tls.TlsClientProtocol;
import org.bouncycastle.tls.TlsContext;
import org.bouncycastle.tls.TlsFatalAlert;
import org.bouncycastle.tls.TlsFatalAlertReceived;
import org.bouncycastle.tls.TlsProtocol;
import org.bouncycastle.tls.TlsServerProtocol;
import org.bouncycastle.tls.crypto.impl.bc.BcTlsCrypto;
import org.urdma4j.protection.key.KeySchedule;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.key.Secret;

import java.io.IOException;
import java.util.Arrays;

/**
 * One end of a TLS connection. What it wants sent is taken with {@link #takeOutput} after every
 * call, also after one that failed: the alert tells the peer. Not thread-safe.
 */
public final class TlsEnd implements AutoCloseable {
    /** Most bytes of a message to {@link #send} that fit one record. */
    public static final int RECORD_BYTES = 1 << 14;

    private final Proof proof;
    private final TlsProtocol protocol;
    private TlsOutcome outcome;
    private boolean established;
    private boolean failed;

    private TlsEnd(TlsSettings settings, Role role) {
        BcTlsCrypto crypto = new BcTlsCrypto(settings.random());
        proof = new Proof(settings, crypto);
        try {
            if (role == Role.CLIENT) {
                TlsClientProtocol client = new TlsClientProtocol();
                protocol = client;
                client.connect(new ClientPeer(crypto, proof, this));
            } else {
                TlsServerProtocol server = new TlsServerProtocol();
                protocol = server;
                server.accept(new ServerPeer(crypto, proof, this));
            }
        } catch (IOException e) {
            throw new IllegalStateException("TLS can't begin: " + e.getMessage(), e);
        }
    }

    /** Returns an end of a new connection; a client's has output at once. */
    public static TlsEnd of(Role role, TlsSettings settings) {
        return new TlsEnd(settings, role);
    }

    /**
     * Takes bytes from the peer, in pieces of any size.
     *
     * @throws TlsFailure if they are wrong, or the peer refused; the end is of no use then
     */
    public void receive(byte[] bytes, int offset, int length) throws TlsFailure {
        try {
            protocol.offerInput(bytes, offset, length);
        } catch (TlsFatalAlertReceived e) {
            throw fail(Alerts.received(e.getAlertDescription()));
        } catch (TlsFatalAlert e) {
            throw fail(
                    proof.refusal().isEmpty()
                            ? Alerts.raised(e.getAlertDescription())
                            : proof.refusal());
        } catch (IOException | RuntimeException _) {
            throw fail("what the peer sent is not TLS as expected");
        }
    }

    /** Returns what is to be sent, which may be nothing. */
    public byte[] takeOutput() {
        byte[] output = new byte[protocol.getAvailableOutputBytes()];
        protocol.readOutput(output, 0, output.length);
        return output;
    }

    public boolean isEstablished() {
        return established && !failed;
    }

    /**
     * Returns what the handshake gave, once.
     *
     * @throws IllegalStateException if it isn't complete, or this was taken
     */
    public TlsOutcome takeOutcome() {
        if (outcome == null) {
            throw new IllegalStateException("there is no outcome to take");
        }
        TlsOutcome taken = outcome;
        outcome = null;
        return taken;
    }

    /**
     * Encrypts data for the peer.
     *
     * @throws TlsFailure if the connection is closed
     */
    public void send(byte[] data) throws TlsFailure {
        try {
            protocol.writeApplicationData(data, 0, data.length);
        } catch (IOException | IllegalStateException _) {
            throw fail("the TLS connection is closed");
        }
    }

    /** Returns the data that came, which may be nothing. */
    public byte[] takeData() {
        byte[] data = new byte[protocol.getAvailableInputBytes()];
        protocol.readInput(data, 0, data.length);
        return data;
    }

    /** Returns whether the peer, or this end, has closed the connection, or it failed. */
    public boolean isClosed() {
        return protocol.isClosed();
    }

    /** Says goodbye; secrets that nobody took are wiped. Output remains to be taken. */
    @Override
    public void close() {
        if (outcome != null) {
            outcome.close();
            outcome = null;
        }
        try {
            protocol.close();
        } catch (IOException _) {
            // The peer finds out by itself.
        }
    }

    /** Takes the secrets out; called while the handshake completes. */
    void complete(TlsContext context) {
        byte[] secret =
                context.exportKeyingMaterial(
                        KeySchedule.EXPORTER_LABEL, null, KeySchedule.SECRET_BYTES);
        outcome =
                new TlsOutcome(
                        new Secret(secret),
                        new Binder(context.exportKeyingMaterial(Binder.LABEL, null, Binder.BYTES)),
                        proof.peer(),
                        NamedGroup.getName(
                                context.getSecurityParametersConnection().getNegotiatedGroup()),
                        Offer.SUITE_NAME);
        Arrays.fill(secret, (byte) 0);
        established = true;
    }

    private TlsFailure fail(String why) {
        failed = true;
        return new TlsFailure(why);
    }
}
