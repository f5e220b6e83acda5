package org.urdma4j.measure.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.measure.spec.Control;
import org.urdma4j.measure.spec.Direction;
import org.urdma4j.measure.spec.Load;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Service;
import org.urdma4j.measure.spec.Tuning;
import org.urdma4j.measure.traffic.TrafficEnds;
import org.urdma4j.measure.verbs.Backend;
import org.urdma4j.measure.verbs.VerbsEnds;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.provider.PortExtras;
import org.urdma4j.transport.provider.Ports;
import org.urdma4j.verbs.ContextAttr;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs over devices of which the verbs API is all that is known. They are of software here, and
 * nothing shows that.
 */
@Timeout(60)
class ForeignDeviceTest {
    private final AtomicInteger port = new AtomicInteger();

    private TrafficEnds foreign() {
        return new VerbsEnds(
                Backend.foreign(local -> {
                    ContextAttr attr = ContextAttr.builder().udpPort(port.get()).build();
                    return new SoftDevice(
                                    local.getHostAddress(),
                                    1,
                                    () -> Ports.open(local, attr, PortExtras.NONE))
                            .open();
                }));
    }

    private static RunSpec spec(
            Protocol protocol,
            Service qp,
            Operation operation,
            Direction direction,
            Control control,
            boolean verify) {
        int size = operation.atomic() ? 8 : qp == Service.UD ? 1000 : 65_536;
        Load load = new Load(size, 8, 2, 0, 32L * size, 0, 0, verify, false, 1);
        Tuning tuning = new Tuning(0, "rrcc", 0, 0, "off", 18, 7, 0, 0, "", 0, control);
        return new RunSpec(protocol, qp, operation, direction, load, tuning);
    }

    private RunRecord run(TrafficEnds client, TrafficEnds server, RunSpec spec) throws Exception {
        try (Loopback loopback = new Loopback(server, false)) {
            port.set(loopback.server.port());
            try (BenchClient asking = loopback.client(client)) {
                return asking.run(spec, new RunListener() {});
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "RC, SEND,      FORWARD, CM,  false",
        "RC, WRITE_IMM, BOTH,    CM,  true",
        "RC, READ,      FORWARD, TCP, false",
        "RC, WRITE,     REVERSE, CM,  true",
        "RC, FAA,       FORWARD, CM,  true",
        "UD, SEND,      FORWARD, CM,  false",
    })
    void shouldMoveAllThatTheEndsCanCount(
            Service qp, Operation operation, Direction direction, Control control, boolean verify)
            throws Exception {
        RunSpec spec = spec(Protocol.STANDARD, qp, operation, direction, control, verify);
        RunRecord record = run(foreign(), foreign(), spec);

        assertThat(record.failure()).isNull();
        FlowInterval flow = FlowInterval.total(record, direction == Direction.REVERSE);
        assertThat(flow.operations()).isEqualTo(32);
        if (qp == Service.RC && !operation.atomic()) {
            assertThat(flow.receivedBytes()).isEqualTo(32 * 65_536);
        }
    }

    /** A WRITE is seen by the device of software at the other end. */
    @Test
    void shouldWriteToADeviceOfOurs() throws Exception {
        RunSpec spec =
                spec(
                        Protocol.STANDARD,
                        Service.RC,
                        Operation.WRITE,
                        Direction.FORWARD,
                        Control.CM,
                        false);
        RunRecord record = run(foreign(), new VerbsEnds(), spec);

        assertThat(record.failure()).isNull();
        assertThat(FlowInterval.total(record, false).receivedBytes()).isEqualTo(32 * 65_536);
    }

    @ParameterizedTest
    @CsvSource({
        "URDMA,    SEND,  speaks standard RoCE: give the client --protocol standard",
        "STANDARD, WRITE, doesn't tell of WRITEs that come: use --op write-imm",
    })
    void shouldSayWhatSuchADeviceDoesNot(Protocol protocol, Operation operation, String words) {
        RunSpec spec = spec(protocol, Service.RC, operation, Direction.FORWARD, Control.CM, false);
        assertThatThrownBy(() -> run(new VerbsEnds(), foreign(), spec))
                .hasMessageContaining("the device of 127.0.0.1 " + words);
    }
}
