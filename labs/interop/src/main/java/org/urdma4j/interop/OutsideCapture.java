package org.urdma4j.interop;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.codec.urdma.SealedPacket;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was captured outside of a tunnel.
 *
 * @param lengths of whole frames with a cell, and how many there are of each
 * @param wrongIcrcs of these
 * @param otherRoce RoCE that is no cell
 * @param others frames that are no RoCE: the handshakes' TCP, ARP
 */
record OutsideCapture(Map<Integer, Integer> lengths, int wrongIcrcs, int otherRoce, int others) {
    static OutsideCapture read(Path file) throws IOException {
        Map<Integer, Integer> lengths = new TreeMap<>();
        int wrong = 0;
        int otherRoce = 0;
        int others = 0;
        RoceFrame frame = new RoceFrame();
        Icrc icrc = new Icrc();
        try (CaptureReader reader = CaptureReader.open(file)) {
            for (CaptureRecord next = reader.next(); next != null; next = reader.next()) {
                FrameStatus status =
                        frame.wrap(next.bytes(), 0, next.capturedLength(), LinkLayer.ETHERNET);
                if (status == FrameStatus.NOT_ROCE) {
                    others++;
                } else if (!isCell(frame, status)) {
                    otherRoce++;
                } else {
                    lengths.merge(next.capturedLength(), 1, Integer::sum);
                    boolean right =
                            icrc.over(frame) == Icrc.get(frame.buffer(), frame.icrcOffset());
                    wrong += right ? 0 : 1;
                }
            }
        }
        return new OutsideCapture(lengths, wrong, otherRoce, others);
    }

    private static boolean isCell(RoceFrame frame, FrameStatus status) {
        return status == FrameStatus.OK
                && Bth.opcode(frame.buffer(), frame.transportOffset()) == SealedPacket.CELL;
    }

    /** Returns whether there are cells, all of one length, and no other RoCE. */
    boolean isEven() {
        return lengths.size() == 1 && wrongIcrcs == 0 && otherRoce == 0;
    }

    @Override
    public String toString() {
        return "cells by length of frame %s, %d wrong ICRCs, other RoCE %d, others %d"
                .formatted(lengths, wrongIcrcs, otherRoce, others);
    }
}
