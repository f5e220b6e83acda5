/**
 * gRPC as it is, over TCP or over URDMA: {@link org.urdma4j.examples.grpc.Wire} is what differs.
 */
package org.urdma4j.examples.grpc;
