package org.urdma4j.wan.tap;

/**
 * The addresses of one end.
 *
 * @param mac as {@code 02:77:00:00:00:01}
 * @param ipv4 without prefix length, which is 24
 * @param ipv6 without prefix length, which is 64
 */
public record TapAddress(String mac, String ipv4, String ipv6) {}
