package org.urdma4j.tools.pcap;

import com.fasterxml.jackson.annotation.JsonInclude;

import org.urdma4j.measure.capture.CapturedPacket;
import org.urdma4j.measure.capture.Meaning;
import org.urdma4j.measure.capture.PauseFrame;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.util.Locale;

/** Packets for programs: an array with one object on each line, as long as it may be. */
final class PacketJson extends PacketLines {
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .build();

    PacketJson(PrintWriter out, Integer qp, long most) {
        super(out, qp, most);
    }

    @Override
    void print(CapturedPacket packet, Double seconds) {
        write(
                new PacketRecord(
                        packet.number(),
                        packet.segment(),
                        seconds,
                        packet.source().toString(),
                        packet.destination().toString(),
                        packet.vlanId() < 0 ? null : packet.vlanId(),
                        packet.encapsulation().name(),
                        packet.destQp(),
                        packet.opcodeName(),
                        packet.psn(),
                        packet.bytes(),
                        packet.isPayloadKnown() ? packet.payloadBytes() : null,
                        packet.integrity().name().toLowerCase(Locale.ROOT),
                        packet.marked(),
                        Meaning.of(packet)));
    }

    @Override
    void print(PauseFrame frame, Double seconds) {
        write(
                new PauseRecord(
                        frame.number(),
                        seconds,
                        frame.pfc() ? "PFC" : "PAUSE",
                        "%012x".formatted(frame.source()),
                        words(frame)));
    }

    private void write(Object line) {
        out.print(isFirst() ? "[" : ",\n ");
        out.print(JSON.writeValueAsString(line));
    }

    @Override
    void end() {
        out.println(isFirst() ? "[]" : "]");
    }

    private record PacketRecord(
            long packet,
            int segment,
            Double seconds,
            String source,
            String destination,
            @JsonInclude(JsonInclude.Include.NON_NULL) Integer vlan,
            String encapsulation,
            int qp,
            String opcode,
            int psn,
            int bytes,
            Integer payload,
            String icrc,
            boolean marked,
            String meaning) {}

    private record PauseRecord(
            long packet, Double seconds, String opcode, String source, String meaning) {}
}
