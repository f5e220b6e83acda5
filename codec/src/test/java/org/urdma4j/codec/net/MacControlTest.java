package org.urdma4j.codec.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** PAUSE and PFC against bytes laid out by hand after IEEE 802.3 annexes 31B and 31D. */
class MacControlTest {
    private static final int AT = 3;
    private static final long MAC = 0x0200_0000_0001L;
    private static final String TO_ALL = "0180c2000001" + "020000000001" + "8808";
    private static final String PAUSE = TO_ALL + "0001" + "1234" + "00".repeat(42);
    private static final String PFC =
            TO_ALL
                    + "0101"
                    + "0089"
                    + "0001"
                    + "0000"
                    + "0000"
                    + "ffff"
                    + "0000"
                    + "0000"
                    + "0000"
                    + "0000"
                    + "00".repeat(26);

    private final ByteBuffer b = ByteBuffer.allocate(80);

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private int find(String hex, int length) {
        b.clear().put(AT, bytes(hex));
        return MacControl.find(b.limit(AT + length), AT, length, MAC);
    }

    private String written() {
        byte[] written = new byte[MacControl.FRAME_LENGTH];
        b.get(AT, written);
        assertThat(b.get(AT - 1)).isEqualTo((byte) 0x55);
        assertThat(b.get(AT + MacControl.FRAME_LENGTH)).isEqualTo((byte) 0x55);
        return HexFormat.of().formatHex(written);
    }

    private int startFrame() {
        b.put(0, bytes("55".repeat(80)));
        return MacControl.startFrame(b, AT, MAC);
    }

    @Test
    void shouldWritePause() {
        Pause.write(b, startFrame(), 0x1234);
        assertThat(written()).isEqualTo(PAUSE);
    }

    @Test
    void shouldWritePfc() {
        int at = startFrame();
        Pfc.write(b, at, 0x89);
        Pfc.setQuanta(b, at, 0, 1);
        Pfc.setQuanta(b, at, 3, MacControl.MAX_QUANTA);
        assertThat(written()).isEqualTo(PFC);
    }

    @Test
    void shouldLoseHighBits() {
        int at = startFrame();
        Pfc.write(b, at, 0xff89);
        Pfc.setQuanta(b, at, 0, 0x1_0001);
        Pfc.setQuanta(b, at, 3, -1);
        assertThat(written()).isEqualTo(PFC);
    }

    @Test
    void shouldReadPause() {
        int at = find(PAUSE, 60);
        assertThat(MacControl.opcode(b, at)).isEqualTo(MacControl.PAUSE);
        assertThat(Pause.quanta(b, at)).isEqualTo(0x1234);
        assertThat(Pause.toString(b, at)).isEqualTo("PAUSE{quanta=4660}");
    }

    @Test
    void shouldReadPfc() {
        int at = find(PFC, 60);
        assertThat(MacControl.opcode(b, at)).isEqualTo(MacControl.PFC);
        assertThat(Pfc.enabled(b, at)).isEqualTo(0x89);
        assertThat(Pfc.quanta(b, at, 0)).isEqualTo(1);
        assertThat(Pfc.quanta(b, at, 3)).isEqualTo(0xffff);
        assertThat(Pfc.quanta(b, at, 7)).isZero();
        assertThat(Pfc.toString(b, at)).isEqualTo("PFC{0=1 3=65535 7=0}");
    }

    @Test
    void shouldDoWithoutTheFill() {
        for (int length = 0; length <= 60; length++) {
            assertThat(find(PAUSE, length) >= 0).as("PAUSE of %d", length).isEqualTo(length >= 18);
            assertThat(find(PFC, length) >= 0).as("PFC of %d", length).isEqualTo(length >= 34);
        }
    }

    @Test
    void shouldHearWhatIsForThisEndOnly() {
        String own = "020000000001";
        String other = "020000000002";
        assertThat(find(own + PAUSE.substring(12), 60)).isPositive();
        assertThat(find(own + PFC.substring(12), 60)).isEqualTo(MacControl.NOT_FOUND);
        assertThat(find(other + PAUSE.substring(12), 60)).isEqualTo(MacControl.NOT_FOUND);
        assertThat(find(other + PFC.substring(12), 60)).isEqualTo(MacControl.NOT_FOUND);
    }

    @Test
    void shouldPassOverOthers() {
        assertThat(find(PFC.replace("8808", "8809"), 60)).isEqualTo(MacControl.NOT_FOUND);
        assertThat(find(PFC.replace("88080101", "88080102"), 60)).isEqualTo(MacControl.NOT_FOUND);
        String tagged = PFC.replace("8808", "8100" + "6000" + "8808").substring(0, 120);
        assertThat(find(tagged, 60)).isEqualTo(MacControl.NOT_FOUND);
    }

    @Test
    void shouldIgnoreReservedBits() {
        find(PFC.replace("01010089", "0101ff89"), 60);
        assertThat(Pfc.enabled(b, AT + Ethernet.LENGTH)).isEqualTo(0x89);
    }
}
