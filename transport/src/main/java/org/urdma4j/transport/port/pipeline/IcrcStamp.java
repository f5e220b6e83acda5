package org.urdma4j.transport.port.pipeline;

import org.urdma4j.codec.icrc.FlowIcrc;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.icrc.IcrcFlow;
import org.urdma4j.codec.icrc.OutlyingPart;
import org.urdma4j.transport.wire.AttachedPayload;
import org.urdma4j.transport.wire.TransmitBatch;

import java.nio.ByteBuffer;

/** Fills in the ICRCs of packets about to be sent. Confined to the event loop. */
public final class IcrcStamp {
    private final IcrcMode mode;
    private final Icrc icrc = new Icrc();
    private final FlowIcrc ofFlow = new FlowIcrc();
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
        AttachedPayload attached = batch.attached();
        for (int i = 0; i < batch.count(); i++) {
            int at = batch.offset(i);
            int length = batch.length(i) - Icrc.LENGTH;
            OutlyingPart elsewhere = attached.describe(i, part) ? part : null;
            int value =
                    switch (mode) {
                        case STANDARD ->
                                flow == null
                                        ? icrc.transportOnly(buffer, at, length, elsewhere)
                                        : ofFlow.compute(
                                                flow,
                                                buffer,
                                                at,
                                                length,
                                                segmented ? i : 0,
                                                elsewhere);
                        case TRANSPORT_ONLY -> icrc.transportOnly(buffer, at, length, elsewhere);
                        case OFF -> 0;
                    };
            Icrc.put(buffer, at + length, value);
        }
    }
}
