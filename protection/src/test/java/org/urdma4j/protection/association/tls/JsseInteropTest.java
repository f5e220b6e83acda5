package org.urdma4j.protection.association.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.fixtures.TestAuthority;
import org.urdma4j.fixtures.TestAuthority.Issued;
import org.urdma4j.protection.key.KeySchedule;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.key.Secret;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import javax.net.ssl.SSLException;

/** The JDK's TLS at the other end: another reading of RFC 8446, its exporter among it. */
class JsseInteropTest {
    private static final TestAuthority AUTHORITY = new TestAuthority("authority");
    private static final Issued BETA = AUTHORITY.issue("beta");
    private static final byte[] HELLO = "hello".getBytes(StandardCharsets.US_ASCII);

    @TempDir private Path folder;
    private TlsSettings settings;

    @BeforeEach
    void ownCertificate() throws IOException {
        settings =
                TlsPair.settings(TlsPair.certificate(folder, AUTHORITY.issue("alpha"), AUTHORITY));
    }

    private static void run(TlsEnd ours, JsseEnd theirs) throws IOException {
        boolean moved = true;
        while (moved) {
            byte[] out = ours.takeOutput();
            theirs.receive(out);
            byte[] back = theirs.takeOutput();
            ours.receive(back, 0, back.length);
            moved = out.length + back.length > 0;
        }
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void shouldAgreeWithTheJdk(Role ours) throws Exception {
        TlsEnd end = TlsEnd.of(ours, settings);
        JsseEnd jdk = new JsseEnd(ours.peer(), AUTHORITY, BETA);

        run(end, jdk);

        TlsOutcome outcome = end.takeOutcome();
        byte[] theirs = jdk.export(KeySchedule.EXPORTER_LABEL, KeySchedule.SECRET_BYTES);
        assertThat(TlsEndTest.key(outcome.secret())).isEqualTo(TlsEndTest.key(new Secret(theirs)));
        Binder binder = new Binder(jdk.export("EXPORTER-urdma4j association 1", 32));
        assertThat(outcome.binder().prove(binder)).isEqualTo(binder.prove(outcome.binder()));
        assertThat(outcome.peer()).isEqualTo("beta");
        assertThat(jdk.peer()).isEqualTo("CN=alpha");
        assertThat(jdk.engine.getSession().getCipherSuite()).isEqualTo(outcome.suite());
        assertThat(jdk.engine.getApplicationProtocol()).isEqualTo("urdma-keys/1");
        end.send(HELLO);
        jdk.receive(end.takeOutput());
        assertThat(jdk.takeData()).isEqualTo(HELLO);
        byte[] sent = jdk.send(HELLO);
        end.receive(sent, 0, sent.length);
        assertThat(end.takeData()).isEqualTo(HELLO);
    }

    @Test
    void shouldRefuseTls12() throws Exception {
        JsseEnd old = new JsseEnd(Role.CLIENT, AUTHORITY, BETA);
        old.set(new String[] {"TLSv1.2"}, "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384");
        TlsEnd server = TlsEnd.of(Role.SERVER, settings);
        assertThatThrownBy(() -> run(server, old))
                .isInstanceOf(TlsFailure.class)
                .hasMessage("the peer doesn't speak TLS 1.3");

        JsseEnd oldServer = new JsseEnd(Role.SERVER, AUTHORITY, BETA);
        oldServer.set(new String[] {"TLSv1.2"}, "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384");
        TlsEnd client = TlsEnd.of(Role.CLIENT, settings);
        assertThatThrownBy(() -> run(client, oldServer)).isInstanceOf(IOException.class);
        assertThat(client.isEstablished()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void shouldRefuseAnotherSuite(Role ours) throws Exception {
        JsseEnd other = new JsseEnd(ours.peer(), AUTHORITY, BETA);
        other.set(new String[] {"TLSv1.3"}, "TLS_AES_128_GCM_SHA256");
        TlsEnd end = TlsEnd.of(ours, settings);

        assertThatThrownBy(() -> run(end, other)).isInstanceOf(IOException.class);
        assertThat(end.isEstablished()).isFalse();
    }

    @Test
    void shouldRefuseAClientWithoutCertificate() throws Exception {
        JsseEnd anonymous = new JsseEnd(Role.CLIENT, AUTHORITY, null);
        TlsEnd server = TlsEnd.of(Role.SERVER, settings);

        assertThatThrownBy(() -> run(server, anonymous))
                .isInstanceOf(TlsFailure.class)
                .hasMessageContaining("no certificate");
    }

    @Test
    void shouldRefuseAServerThatDoesNotAskWhoWeAre() throws Exception {
        JsseEnd careless = new JsseEnd(Role.SERVER, AUTHORITY, BETA);
        careless.engine.setNeedClientAuth(false);
        TlsEnd client = TlsEnd.of(Role.CLIENT, settings);

        assertThatThrownBy(() -> run(client, careless))
                .isInstanceOf(TlsFailure.class)
                .hasMessageContaining("doesn't ask");
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void shouldRefuseWhatIsNoDevice(Role ours) throws Exception {
        JsseEnd web = new JsseEnd(ours.peer(), AUTHORITY, BETA);
        var parameters = web.engine.getSSLParameters();
        parameters.setApplicationProtocols(new String[0]);
        web.engine.setSSLParameters(parameters);
        TlsEnd end = TlsEnd.of(ours, settings);

        assertThatThrownBy(() -> run(end, web))
                .isInstanceOfAny(TlsFailure.class, SSLException.class);
        assertThat(end.isEstablished()).isFalse();
    }
}
