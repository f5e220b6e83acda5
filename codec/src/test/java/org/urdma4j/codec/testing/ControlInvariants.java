package org.urdma4j.codec.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.MacControl;
import org.urdma4j.codec.net.Pause;
import org.urdma4j.codec.net.Pfc;

import java.nio.ByteBuffer;

/** What must hold for any bytes that are read as a MAC control frame. */
public final class ControlInvariants {
    private ControlInvariants() {}

    /** Checks that what is found lies within the frame and, written again, is the same frame. */
    public static void check(ByteBuffer b) {
        int at = MacControl.find(b, 0, b.limit(), MacControl.ADDRESS);
        if (at == MacControl.NOT_FOUND) {
            return;
        }
        ByteBuffer again = ByteBuffer.allocate(MacControl.FRAME_LENGTH);
        int copy = MacControl.startFrame(again, 0, Ethernet.source(b, 0));
        int length;
        if (MacControl.opcode(b, at) == MacControl.PFC) {
            assertThat(Pfc.toString(b, at)).startsWith("PFC{");
            length = at + Pfc.LENGTH;
            Pfc.write(again, copy, Pfc.enabled(b, at));
            for (int priority = 0; priority < Pfc.PRIORITIES; priority++) {
                Pfc.setQuanta(again, copy, priority, Pfc.quanta(b, at, priority));
            }
            again.put(copy + 2, b.get(at + 2));
        } else {
            assertThat(Pause.toString(b, at)).startsWith("PAUSE{");
            length = at + Pause.LENGTH;
            Pause.write(again, copy, Pause.quanta(b, at));
        }
        assertThat(again.slice(0, length)).isEqualTo(b.slice(0, length));
    }
}
