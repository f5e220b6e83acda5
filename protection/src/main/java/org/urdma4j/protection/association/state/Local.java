package org.urdma4j.protection.association.state;

import org.urdma4j.protection.association.message.Message.Hello;
import org.urdma4j.protection.association.message.Message.Resume;
import org.urdma4j.protection.association.message.Message.Welcome;
import org.urdma4j.protection.association.tls.TlsSettings;

import java.util.Optional;
import java.util.UUID;

/**
 * What all associations of a device have in common.
 *
 * @param device random name of this run of the device
 * @param tls how it shakes hands
 * @param timing how long things take
 * @param epochBits packets of an epoch that it wants, as a power of two, 8 to 22
 * @param epochSeconds longest time of an epoch that it wants
 */
public record Local(UUID device, TlsSettings tls, Timing timing, int epochBits, int epochSeconds) {
    Hello hello(int index, Optional<Resume> resume) {
        return new Hello(device, index, epochBits, epochSeconds, resume);
    }

    Welcome welcome(int index, Hello hello) {
        return new Welcome(
                device,
                index,
                Math.min(epochBits, hello.epochBits()),
                Math.min(epochSeconds, hello.epochSeconds()));
    }

    /** Returns whether a server agreed to no more than was asked. */
    boolean allows(Welcome welcome) {
        return welcome.epochBits() <= epochBits && welcome.epochSeconds() <= epochSeconds;
    }
}
