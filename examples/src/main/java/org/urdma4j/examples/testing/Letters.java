package org.urdma4j.examples.testing;

import org.urdma4j.channel.RdmaChannel;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Brings letters to another site, which says that it has read them. */
final class Letters {
    private static final int READ = 1;

    private Letters() {}

    /** Sends letters, and returns when the other site has all of them. */
    static void send(RdmaChannel channel, List<String> letters) throws IOException {
        DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(channel.outputStream()));
        out.writeInt(letters.size());
        for (String each : letters) {
            out.writeUTF(each);
        }
        out.flush();
        if (channel.inputStream().read() != READ) {
            throw new EOFException("the other site hasn't read the letters");
        }
    }

    static List<String> receive(RdmaChannel channel) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(channel.inputStream()));
        List<String> letters = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            letters.add(in.readUTF());
        }
        channel.outputStream().write(READ);
        return letters;
    }
}
