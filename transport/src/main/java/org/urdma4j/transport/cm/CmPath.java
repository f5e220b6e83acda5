package org.urdma4j.transport.cm;

import org.urdma4j.codec.ib.AckTimeout;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpType;

import java.util.Objects;

/**
 * What the end that asks for a connection says of both queue pairs.
 *
 * @param type RC or UC
 * @param mtu payload of a full packet
 * @param ackTimeout code of {@link AckTimeout}, 0 to 31: the {@code timeout} of a queue pair; also
 *     measures how long packets may be under way when the connection has ended
 * @param retryCount 0 to 7, the {@code retry_cnt} of a queue pair
 */
public record CmPath(QpType type, Mtu mtu, int ackTimeout, int retryCount) {
    private static final int MAX_RETRY_COUNT = 7;

    /** Reliable, and as Linux has it on Soft-RoCE: 0.5 s of ACK timeout, seven retries. */
    public static final CmPath DEFAULT = new CmPath(QpType.RC, Mtu.MTU_1024, 17, MAX_RETRY_COUNT);

    /** Checks the ranges. */
    public CmPath {
        Objects.requireNonNull(mtu, "mtu");
        if (type != QpType.RC && type != QpType.UC) {
            throw new IllegalArgumentException("connections are of type RC or UC, not " + type);
        }
        Limits.check("ackTimeout", ackTimeout, AckTimeout.MAX_CODE);
        Limits.check("retryCount", retryCount, MAX_RETRY_COUNT);
    }
}
