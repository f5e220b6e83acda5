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
 * @param serviceLevel 0 to 15, the {@code sl} of an address vector
 */
public record CmPath(QpType type, Mtu mtu, int ackTimeout, int retryCount, int serviceLevel) {
    private static final int MAX_RETRY_COUNT = 7;

    private static final int MAX_SERVICE_LEVEL = 15;

    /** Reliable, and as Linux has it on Soft-RoCE: 0.5 s of ACK timeout, seven retries. */
    public static final CmPath DEFAULT =
            new CmPath(QpType.RC, Mtu.MTU_1024, 17, MAX_RETRY_COUNT, 0);

    public CmPath {
        Objects.requireNonNull(mtu, "mtu");
        if (type != QpType.RC && type != QpType.UC) {
            throw new IllegalArgumentException("connections are of type RC or UC, not " + type);
        }
        Limits.check("ackTimeout", ackTimeout, AckTimeout.MAX_CODE);
        Limits.check("retryCount", retryCount, MAX_RETRY_COUNT);
        Limits.check("serviceLevel", serviceLevel, MAX_SERVICE_LEVEL);
    }
}
