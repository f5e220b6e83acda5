package org.urdma4j.interop.play;

/** What RoCEv2 goes over. */
enum IpVersion {
    IPV4("4"),
    IPV6("6");

    final String digit;

    IpVersion(String digit) {
        this.digit = digit;
    }
}
