package org.urdma4j.peers.quic;

import org.urdma4j.gateway.process.Subprocess;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/** A key and a certificate that it signed itself, good for a day. */
record Certificate(PrivateKey key, X509Certificate certificate) {
    private static final String ALIAS = "peer";

    /** Nobody needs to keep it. */
    private static final String PASSWORD = "password";

    /**
     * Makes one by the JDK's keytool.
     *
     * @param folder where its file is for a moment
     * @throws IOException if that fails
     */
    static Certificate make(Path folder) throws IOException, InterruptedException {
        Path file = folder.resolve("peer.p12");
        Files.deleteIfExists(file);
        Subprocess.run(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=" + ALIAS,
                "-validity",
                "1",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD);
        try (InputStream stored = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(stored, PASSWORD.toCharArray());
            return new Certificate(
                    (PrivateKey) store.getKey(ALIAS, PASSWORD.toCharArray()),
                    (X509Certificate) store.getCertificate(ALIAS));
        } catch (GeneralSecurityException e) {
            throw new IOException("what keytool made can't be read: " + e.getMessage(), e);
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
