/**
 * RoCE in whole Ethernet frames, as handlers of a pipeline that backends with access to the link
 * share. In: {@code FrameHandler} (Ethernet, VLAN), {@code NetworkHandler} (GRH, or IP and UDP),
 * then those of {@code port.pipeline}; out the other way. A {@code FrameRoute} is the header that a
 * peer's packets get, a {@code FrameSource} the one they came with. Confined to the event loop but
 * for the making of routes.
 */
package org.urdma4j.transport.port.frame;
