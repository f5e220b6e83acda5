/**
 * Linux by the Foreign Function and Memory API: network namespaces, TAP devices with offloads, and
 * sleeping until a frame can be read. All of it needs root, or the capabilities CAP_SYS_ADMIN and
 * CAP_NET_ADMIN.
 */
package org.urdma4j.gateway.tap;
