package org.urdma4j.protection.association.tls;

import org.bouncycastle.tls.AbstractTlsClient;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.CertificateRequest;
import org.bouncycastle.tls.CertificateStatusRequest;
import org.bouncycastle.tls.ProtocolName;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.SignatureAndHashAlgorithm;
import org.bouncycastle.tls.TlsAuthentication;
import org.bouncycastle.tls.TlsCredentials;
import org.bouncycastle.tls.TlsPSK;
import org.bouncycastle.tls.TlsPSKExternal;
import org.bouncycastle.tls.TlsServerCertificate;
import org.bouncycastle.tls.crypto.impl.bc.BcTlsCrypto;

import java.io.IOException;
import java.util.List;
import java.util.Vector;

/** The choices of the connecting end. */
final class ClientPeer extends AbstractTlsClient {
    private final Proof proof;
    private final TlsEnd end;
    private boolean askedForCertificate;

    ClientPeer(BcTlsCrypto crypto, Proof proof, TlsEnd end) {
        super(crypto);
        this.proof = proof;
        this.end = end;
    }

    @Override
    protected ProtocolVersion[] getSupportedVersions() {
        return Offer.versions();
    }

    @Override
    protected int[] getSupportedCipherSuites() {
        return Offer.suites();
    }

    @Override
    @SuppressWarnings("rawtypes") // as the overridden method has it
    protected Vector<Integer> getSupportedGroups(Vector namedGroupRoles) {
        return Offer.groups();
    }

    /** A share for each group: with a PSK, Bouncy Castle fails when it is asked for another. */
    @Override
    public Vector<Integer> getEarlyKeyShareGroups() {
        return Offer.groups();
    }

    @Override
    protected Vector<SignatureAndHashAlgorithm> getSupportedSignatureAlgorithms() {
        return Offer.signatures();
    }

    @Override
    protected Vector<ProtocolName> getProtocolNames() {
        return Offer.protocols();
    }

    @Override
    protected CertificateStatusRequest getCertificateStatusRequest() {
        return null;
    }

    @Override
    public boolean shouldUseCompatibilityMode() {
        return false;
    }

    @Override
    public int getMaxHandshakeMessageSize() {
        return Offer.MOST_MESSAGE_BYTES;
    }

    @Override
    public Vector<TlsPSKExternal> getExternalPSKs() {
        return proof.isPsk() ? new Vector<>(List.of(proof.psk())) : null;
    }

    @Override
    public void notifySelectedPSK(TlsPSK selected) throws IOException {
        if (proof.isPsk() && selected == null) {
            throw proof.refuse(
                    AlertDescription.handshake_failure,
                    "the peer uses certificates, this end a pre-shared key");
        }
    }

    @Override
    public TlsAuthentication getAuthentication() {
        return new TlsAuthentication() {
            @Override
            public void notifyServerCertificate(TlsServerCertificate server) throws IOException {
                proof.check(server.getCertificate());
            }

            @Override
            public TlsCredentials getClientCredentials(CertificateRequest request)
                    throws IOException {
                askedForCertificate = true;
                return proof.certificate(
                        context,
                        request.getCertificateRequestContext(),
                        request.getSupportedSignatureAlgorithms());
            }
        };
    }

    @Override
    public void notifyHandshakeComplete() throws IOException {
        if (!proof.isPsk() && !askedForCertificate) {
            throw proof.refuse(
                    AlertDescription.handshake_failure,
                    "the peer doesn't ask for this end's certificate");
        }
        if (!Offer.PROTOCOL.equals(
                context.getSecurityParametersConnection().getApplicationProtocol())) {
            throw proof.refuse(
                    AlertDescription.no_application_protocol, "the peer is not a device");
        }
        end.complete(context);
    }
}
