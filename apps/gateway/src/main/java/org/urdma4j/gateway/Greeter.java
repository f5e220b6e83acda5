package org.urdma4j.gateway;

import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.gateway.message.Hello;
import org.urdma4j.gateway.packet.Environment;
import org.urdma4j.gateway.packet.Headers;

import java.nio.ByteBuffer;

/** Tells gateways whose messages don't name this one who it is, one a millisecond at most. */
final class Greeter<P> {
    private static final long BETWEEN_NS = 1_000_000;

    private final Environment<P> environment;
    private final ByteBuffer message = ByteBuffer.allocate(Hello.LENGTH);
    private long nextNs = Long.MIN_VALUE;

    Greeter(Environment<P> environment) {
        this.environment = environment;
    }

    /** Answers a message with a right code that names another addressee. */
    void onUnproven(P packet, Headers headers, long nowNs) {
        if (nowNs < nextNs) {
            return;
        }
        nextNs = nowNs + BETWEEN_NS;
        environment.counters().hellos++;
        TransportPacket to = headers.transport();
        Hello.write(
                message,
                to.buffer(),
                to.offset(),
                to.pKey(),
                to.destQp(),
                environment.config().bootId(),
                environment.nextMessage());
        environment
                .seal()
                .answer(
                        message,
                        to.buffer(),
                        to.offset(),
                        /* fromHigh= */ headers.destinationHigh(),
                        /* fromLow= */ headers.destinationLow(),
                        /* toHigh= */ headers.sourceHigh(),
                        /* toLow= */ headers.sourceLow());
        P template = environment.store().reversed(packet);
        environment.output().again(environment.store().make(template, message));
        environment.store().release(template);
    }
}
