package application;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Verbs;

import java.io.IOException;
import java.net.InetAddress;

class Application {
    public static void main(String[] args) throws IOException {
        try (Context a = Verbs.open(InetAddress.ofLiteral("127.0.0.1"));
                Context b = Verbs.open(InetAddress.ofLiteral("127.0.0.2"))) {
            System.out.println(move(a, b, "moved by urdma4j"));
        }
    }

    static String move(Context a, Context b, String text) throws IOException {
        try (RdmaServerChannel server = RdmaServerChannel.listen(b, 7175);
                RdmaChannel client = RdmaChannel.connect(a, server.address());
                RdmaChannel accepted = server.accept()) {
            client.outputStream().write(text.getBytes(UTF_8));
            client.shutdownOutput();
            return new String(accepted.inputStream().readAllBytes(), UTF_8);
        }
    }
}
