package org.urdma4j.protection.association.tls;

import org.urdma4j.fixtures.TestAuthority;
import org.urdma4j.fixtures.TestAuthority.Issued;
import org.urdma4j.protection.key.Role;

import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;

import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** The JDK's TLS as an end, bytes in and out; it believes every certificate. */
final class JsseEnd {
    private static final int BUFFER_BYTES = 1 << 17;
    private static final char[] PASSWORD = "test".toCharArray();

    final SSLEngine engine;
    private final ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES);
    private final ByteBuffer data = ByteBuffer.allocate(BUFFER_BYTES);
    private String peer;
    private boolean begun;

    JsseEnd(Role role, TestAuthority authority, Issued own) throws GeneralSecurityException {
        KeyManagerFactory keys =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store(authority, own), PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), new TrustManager[] {new Believer()}, null);
        engine = context.createSSLEngine();
        engine.setUseClientMode(role == Role.CLIENT);
        engine.setNeedClientAuth(role == Role.SERVER);
        set(new String[] {"TLSv1.3"}, "TLS_AES_256_GCM_SHA384");
    }

    void set(String[] protocols, String suite) {
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(protocols);
        parameters.setCipherSuites(new String[] {suite});
        parameters.setApplicationProtocols(new String[] {"urdma-keys/1"});
        engine.setSSLParameters(parameters);
    }

    private static KeyStore store(TestAuthority authority, Issued own)
            throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            if (own == null) {
                return store;
            }
            store.setKeyEntry(
                    "own",
                    own.key(),
                    PASSWORD,
                    new Certificate[] {own.certificate(), authority.certificate()});
            return store;
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }

    String peer() {
        return peer;
    }

    byte[] export(String label, int bytes) throws SSLException {
        return ((ExtendedSSLSession) engine.getSession())
                .exportKeyingMaterialData(label, new byte[0], bytes);
    }

    byte[] takeOutput() throws SSLException {
        ByteBuffer out = ByteBuffer.allocate(BUFFER_BYTES);
        if (!begun) {
            begun = true;
            engine.beginHandshake();
        }
        runTasks();
        while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP
                || (out.position() == 0 && engine.isOutboundDone())) {
            SSLEngineResult result = engine.wrap(ByteBuffer.allocate(0), out);
            runTasks();
            if (result.bytesProduced() == 0) {
                break;
            }
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    byte[] send(byte[] bytes) throws SSLException {
        ByteBuffer out = ByteBuffer.allocate(BUFFER_BYTES);
        engine.wrap(ByteBuffer.wrap(bytes), out);
        return Arrays.copyOf(out.array(), out.position());
    }

    void receive(byte[] bytes) throws SSLException {
        in.put(bytes).flip();
        runTasks();
        while (in.hasRemaining()) {
            if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                break;
            }
            SSLEngineResult result = engine.unwrap(in, data);
            runTasks();
            if (result.bytesConsumed() == 0 && result.bytesProduced() == 0) {
                break;
            }
        }
        in.compact();
    }

    byte[] takeData() {
        byte[] taken = Arrays.copyOf(data.array(), data.position());
        data.clear();
        return taken;
    }

    private void runTasks() {
        Runnable task = engine.getDelegatedTask();
        while (task != null) {
            task.run();
            task = engine.getDelegatedTask();
        }
    }

    private final class Believer extends X509ExtendedTrustManager {
        private void seen(X509Certificate[] chain) {
            peer = chain[0].getSubjectX500Principal().getName();
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            seen(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            seen(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
            seen(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
            seen(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine with) {
            seen(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine with) {
            seen(chain);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
