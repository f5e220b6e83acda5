package org.urdma4j.verbs;

/**
 * The state of a port: {@code struct ibv_port_attr} (ibv_query_port(3)) less the fields that only
 * mean something on an InfiniBand fabric (LIDs, subnet manager, virtual lanes). Its link layer is
 * always Ethernet.
 *
 * @param state whether it carries traffic
 * @param maxMtu the largest path MTU of the device
 * @param activeMtu the largest path MTU that the link carries now
 * @param gidTblLen entries of the GID table
 * @param maxMsgSz bytes of the longest message, at most 2^31
 * @param pkeyTblLen entries of the P_Key table
 * @param linkLayer what it is attached to
 * @param badPkeyCntr inbound packets with a wrong P_Key, dropped
 * @param qkeyViolCntr inbound packets with a wrong Q_Key, dropped
 */
public record PortAttr(
        PortState state,
        Mtu maxMtu,
        Mtu activeMtu,
        int gidTblLen,
        long maxMsgSz,
        int pkeyTblLen,
        LinkLayer linkLayer,
        long badPkeyCntr,
        long qkeyViolCntr) {}
