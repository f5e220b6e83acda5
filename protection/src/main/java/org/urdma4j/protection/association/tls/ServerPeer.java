package org.urdma4j.protection.association.tls;

import org.bouncycastle.tls.AbstractTlsServer;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.Certificate;
import org.bouncycastle.tls.CertificateRequest;
import org.bouncycastle.tls.CertificateStatus;
import org.bouncycastle.tls.ProtocolName;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.PskIdentity;
import org.bouncycastle.tls.TlsCredentials;
import org.bouncycastle.tls.TlsPSKExternal;
import org.bouncycastle.tls.TlsUtils;
import org.bouncycastle.tls.crypto.impl.bc.BcTlsCrypto;

import java.io.IOException;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.Vector;

/** The choices of the end that is connected to. */
final class ServerPeer extends AbstractTlsServer {
    private final Proof proof;
    private final TlsEnd end;

    ServerPeer(BcTlsCrypto crypto, Proof proof, TlsEnd end) {
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
    public int[] getSupportedGroups() {
        return Offer.groupArray();
    }

    /** The hybrid group, wherever the client has it. */
    @Override
    public boolean preferLocalSupportedGroups() {
        return true;
    }

    @Override
    protected Vector<ProtocolName> getProtocolNames() {
        return Offer.protocols();
    }

    @Override
    public int getMaxHandshakeMessageSize() {
        return Offer.MOST_MESSAGE_BYTES;
    }

    @Override
    @SuppressWarnings("rawtypes") // as the overridden method has it
    public void processClientExtensions(Hashtable extensions) throws IOException {
        super.processClientExtensions(extensions);
        if (selectedProtocolName == null) {
            throw proof.refuse(
                    AlertDescription.no_application_protocol, "the peer is not a device");
        }
    }

    @Override
    @SuppressWarnings("rawtypes") // as the overridden method has it
    public TlsPSKExternal getExternalPSK(Vector identities) {
        if (!proof.isPsk()) {
            return null;
        }
        for (Object one : identities) {
            if (Arrays.equals(((PskIdentity) one).getIdentity(), Offer.identity())) {
                return proof.psk();
            }
        }
        return null;
    }

    @Override
    public TlsCredentials getCredentials() throws IOException {
        return proof.certificate(
                context,
                TlsUtils.EMPTY_BYTES,
                context.getSecurityParametersHandshake().getClientSigAlgs());
    }

    @Override
    public CertificateStatus getCertificateStatus() {
        return null;
    }

    @Override
    public CertificateRequest getCertificateRequest() throws IOException {
        return proof.isPsk()
                ? null
                : new CertificateRequest(TlsUtils.EMPTY_BYTES, Offer.signatures(), null, null);
    }

    @Override
    public void notifyClientCertificate(Certificate presented) throws IOException {
        proof.check(presented);
    }

    @Override
    public void notifyHandshakeComplete() throws IOException {
        end.complete(context);
    }
}
