package org.urdma4j.verbs;

/**
 * What one header of a frame has to be like: {@code struct ibv_flow_spec} (ibv_create_flow(3)).
 * Each kind has values and masks; a bit of a field counts if it is set in the mask. A spec also
 * asks for the header itself: one of IPv4 with an empty mask matches every frame of IPv4.
 */
public sealed interface FlowSpec
        permits FlowSpecEth, FlowSpecIpv4Ext, FlowSpecIpv6, FlowSpecTcpUdp {
    /** Returns which header it is about. */
    FlowSpecType type();
}
