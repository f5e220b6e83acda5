package org.urdma4j.forward.entry;

import org.urdma4j.forward.message.OpenRequest;
import org.urdma4j.forward.message.OpenStatus;

import java.io.IOException;
import java.nio.channels.ByteChannel;

/** What a program of this machine says to its end of a stream before its bytes. */
public interface Greeting {
    /**
     * Returns where the program wants to go. May wait for what it says.
     *
     * @throws IOException if that can't be understood; it has been answered
     */
    OpenRequest request(ByteChannel program) throws IOException;

    /**
     * Whether the program hears nothing of it, so that its bytes needn't wait for the exit's answer
     * and {@link #answer} isn't called.
     */
    boolean isSilent();

    /**
     * Tells the program what has become of it.
     *
     * @return whether the answer says all if the stream isn't open; if not, a reset has to
     */
    boolean answer(ByteChannel program, OpenStatus status) throws IOException;

    /** Always the same target; the program says and hears nothing of it. */
    static Greeting to(OpenRequest target) {
        return new Greeting() {
            @Override
            public OpenRequest request(ByteChannel program) {
                return target;
            }

            @Override
            public boolean isSilent() {
                return true;
            }

            @Override
            public boolean answer(ByteChannel program, OpenStatus status) {
                return false;
            }
        };
    }
}
