/**
 * RoCE in a Netty pipeline of somebody else: {@code RoceFrameDecoder} makes typed messages of
 * frames, {@code UrdmaFrameDecoder} reads those of the URDMA profile further, {@code
 * RoceFrameEncoder} makes frames of messages, to the same bytes unless they were changed. For taps,
 * proxies and tests: each message is an object, which the ports' own pipelines do without.
 */
package org.urdma4j.transport.handler;
