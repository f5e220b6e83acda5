package org.urdma4j.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** What {@code --protect cert:DIR} reads, for a host named {@link #NAME}. */
public final class CertificateFolder {
    /** The only name in the certificate. */
    public static final String NAME = "storage.example";

    /** Of {@code openssl ca -selfsign}, EC on P-256, from 2020 to 9999. */
    private static final String CERTIFICATE =
            """
            -----BEGIN CERTIFICATE-----
            MIIBbzCCARWgAwIBAgIBATAKBggqhkjOPQQDAjAaMRgwFgYDVQQDDA9zdG9yYWdl
            LmV4YW1wbGUwIBcNMjAwMTAxMDAwMDAwWhgPOTk5OTEyMzEyMzU5NTlaMBoxGDAW
            BgNVBAMMD3N0b3JhZ2UuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA
            BOh82wrONhVcyPxs7Uo7/XaWNHwNkDtSqeitYgwzGzIyh8Wh8PHIC++y+CCUu8mh
            lNotTo50SC+NGWenbTU/gUijSjBIMBoGA1UdEQQTMBGCD3N0b3JhZ2UuZXhhbXBs
            ZTALBgNVHQ8EBAMCB4AwHQYDVR0OBBYEFP1qlycnPHhoCNzn4mOr7YzHMaOmMAoG
            CCqGSM49BAMCA0gAMEUCIQDOc2vcwHPnuj8x8rSLXKCDCXsD/CKcCKF6Qv7o0BAB
            wgIgEvcQQdlNDIhf83DXH+X4rpMZOXfKQKmigBNFVDU+pGM=
            -----END CERTIFICATE-----
            """;

    private static final String KEY =
            """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjFp2LZbLZBoW7qSM
            AcG9pEcoFRzixMoBg/hja+J5n0qhRANCAATofNsKzjYVXMj8bO1KO/12ljR8DZA7
            UqnorWIMMxsyMofFofDxyAvvsvgglLvJoZTaLU6OdEgvjRlnp201P4FI
            -----END PRIVATE KEY-----
            """;

    private CertificateFolder() {}

    /** Writes certificate, authority and key, and returns what {@code --protect} is given. */
    public static String write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("cert.pem"), CERTIFICATE);
        Files.writeString(folder.resolve("ca.pem"), CERTIFICATE);
        Path key =
                Files.createFile(
                        folder.resolve("key.pem"),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
        Files.writeString(key, KEY);
        return "cert:" + folder;
    }
}
