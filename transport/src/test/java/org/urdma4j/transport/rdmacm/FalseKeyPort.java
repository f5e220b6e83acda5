package org.urdma4j.transport.rdmacm;

import org.urdma4j.fixtures.TestAuthority;
import org.urdma4j.fixtures.TestAuthority.Issued;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;

import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Listens where a device would agree on keys, and is none: the JDK's TLS, or no TLS at all. */
final class FalseKeyPort implements AutoCloseable {
    private static final char[] PASSWORD = "test".toCharArray();

    private static final int PATIENCE_MS = 2000;

    private final ServerSocket socket;

    private FalseKeyPort(ServerSocket socket) {
        this.socket = socket;
        var _ = Thread.ofVirtual().start(this::serve);
    }

    /** Ends every connection with a reset. */
    static FalseKeyPort resetting(InetAddress at, int port) throws IOException {
        return new FalseKeyPort(new ServerSocket(port, 50, at));
    }

    /** Speaks TLS and believes everybody. */
    static FalseKeyPort speaking(
            InetAddress at,
            int port,
            String protocol,
            String suite,
            TestAuthority authority,
            Issued own)
            throws IOException, GeneralSecurityException {
        SSLContext context = context(authority, own);
        SSLServerSocket server =
                (SSLServerSocket) context.getServerSocketFactory().createServerSocket(port, 50, at);
        server.setSSLParameters(parameters(protocol, suite));
        server.setNeedClientAuth(true);
        return new FalseKeyPort(server);
    }

    /** Connects, speaks TLS and believes everybody; returns whether the other end believes it. */
    static boolean call(
            InetAddress to,
            int port,
            String protocol,
            String suite,
            TestAuthority authority,
            Issued own)
            throws IOException, GeneralSecurityException {
        SSLContext context = context(authority, own);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(to, port)) {
            socket.setSSLParameters(parameters(protocol, suite));
            socket.startHandshake();
            // of TLS 1.3 a client is told later that it isn't believed; who is must speak first
            socket.setSoTimeout(PATIENCE_MS);
            var _ = socket.getInputStream().read();
            return false;
        } catch (SocketTimeoutException _) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private static SSLParameters parameters(String protocol, String suite) {
        SSLParameters parameters = new SSLParameters(new String[] {suite}, new String[] {protocol});
        parameters.setApplicationProtocols(new String[] {"urdma-keys/1"});
        return parameters;
    }

    private static SSLContext context(TestAuthority authority, Issued own)
            throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        Certificate[] chain = {own.certificate(), authority.certificate()};
        store.setKeyEntry("own", own.key(), PASSWORD, chain);
        KeyManagerFactory keys =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        KeyManager[] managers = keys.getKeyManagers();
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers, new TrustManager[] {new Believer()}, null);
        return context;
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket one = socket.accept()) {
                if (one instanceof SSLSocket secure) {
                    secure.startHandshake();
                    var _ = secure.getInputStream().read();
                } else {
                    one.setSoLinger(true, 0);
                }
            } catch (IOException _) {
                // The peer has refused, or this is closed.
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private static final class Believer implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // it does
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // it does
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
