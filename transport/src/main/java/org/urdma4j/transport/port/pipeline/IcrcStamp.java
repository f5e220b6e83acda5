package org.urdma4j.transport.port.pipeline;

import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.icrc.IcrcFlow;
import org.urdma4j.codec.icrc.OutlyingPart;
import org.urdma4j.transport.wire.TransmitBatch;

import java.nio.ByteBuffer;

/** Fills in the ICRCs of packets about to be sent. Confined to the event loop. */
public final class IcrcStamp {
    private final IcrcMode mode;
    private final Icrc icrc = new Icrc();
    private final OutlyingPart part = new OutlyingPart();

    public IcrcStamp(IcrcMode mode) {
        this.mode = mode;
    }

    /**
     * Stamps every packet of a batch.
     *
     * @param flow the addresses that {@link IcrcMode#STANDARD} covers, null for a way on which it
     *     covers none; the other modes ignore it
     * @param segmented whether the kernel cuts the batch into packets: it then numbers their IPv4
     *     identification from 0, where packets sent singly, on an unconnected socket with DF, all
     *     have 0
     */
    public void stamp(TransmitBatch batch, IcrcFlow flow, boolean segmented) {
        ByteBuffer buffer = batch.buffer();
        for (int i = 0; i < batch.count(); i++) {
            int identification = segmented ? i : 0;
            int value =
                    batch.attached().length(i) == 0
                            ? icrc(batch, i, flow, identification)
                            : gathered(batch, i, flow, identification);
            Icrc.put(buffer, batch.offset(i) + batch.length(i) - Icrc.LENGTH, value);
        }
    }

    private int icrc(TransmitBatch batch, int i, IcrcFlow flow, int identification) {
        ByteBuffer buffer = batch.buffer();
        int at = batch.offset(i);
        int length = batch.length(i) - Icrc.LENGTH;
        return switch (mode) {
            case STANDARD ->
                    flow == null
                            ? icrc.transportOnly(buffer, at, length)
                            : flow.compute(buffer, at, length, identification);
            case TRANSPORT_ONLY -> icrc.transportOnly(buffer, at, length);
            case OFF -> 0;
        };
    }

    private int gathered(TransmitBatch batch, int i, IcrcFlow flow, int identification) {
        ByteBuffer buffer = batch.buffer();
        int at = batch.offset(i);
        int length = batch.length(i) - Icrc.LENGTH;
        batch.attached().describe(i, part);
        return switch (mode) {
            case STANDARD ->
                    flow == null
                            ? icrc.transportOnly(buffer, at, length, part)
                            : flow.compute(buffer, at, length, identification, part);
            case TRANSPORT_ONLY -> icrc.transportOnly(buffer, at, length, part);
            case OFF -> 0;
        };
    }
}
