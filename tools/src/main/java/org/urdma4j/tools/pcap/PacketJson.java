package org.urdma4j.tools.pcap;

import org.urdma4j.measure.capture.CapturedPacket;
import org.urdma4j.measure.capture.Meaning;
import org.urdma4j.measure.capture.PauseFrame;
import org.urdma4j.measure.json.Json;
import org.urdma4j.measure.json.JsonObject;

import java.io.PrintWriter;
import java.util.Locale;

/** Packets for programs: an array with one object on each line, as long as it may be. */
final class PacketJson extends PacketLines {
    PacketJson(PrintWriter out, Integer qp, long most) {
        super(out, qp, most);
    }

    @Override
    void print(CapturedPacket packet, Double seconds) {
        write(
                new JsonObject()
                        .put("packet", packet.number())
                        .put("segment", packet.segment())
                        .put("seconds", seconds)
                        .put("source", packet.source().toString())
                        .put("destination", packet.destination().toString())
                        .putKnown("vlan", packet.vlanId() < 0 ? null : packet.vlanId())
                        .put("encapsulation", packet.encapsulation().name())
                        .put("qp", packet.destQp())
                        .put("opcode", packet.opcodeName())
                        .put("psn", packet.psn())
                        .put("bytes", packet.bytes())
                        .put("payload", packet.isPayloadKnown() ? packet.payloadBytes() : null)
                        .put("icrc", packet.integrity().name().toLowerCase(Locale.ROOT))
                        .put("marked", packet.marked())
                        .put("meaning", Meaning.of(packet)));
    }

    @Override
    void print(PauseFrame frame, Double seconds) {
        write(
                new JsonObject()
                        .put("packet", frame.number())
                        .put("seconds", seconds)
                        .put("opcode", frame.pfc() ? "PFC" : "PAUSE")
                        .put("source", "%012x".formatted(frame.source()))
                        .put("meaning", words(frame)));
    }

    private void write(JsonObject line) {
        out.print(isFirst() ? "[" : ",\n ");
        out.print(Json.text(line));
    }

    @Override
    void end() {
        out.println(isFirst() ? "[]" : "]");
    }
}
