package application;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Verbs;

import java.net.InetAddress;

class Application {
    public static void main(String[] args) throws Exception {
        try (Context a = Verbs.open(InetAddress.ofLiteral("127.0.0.1"));
                Context b = Verbs.open(InetAddress.ofLiteral("127.0.0.2"));
                RdmaServerChannel server = RdmaServerChannel.listen(b, 7175);
                RdmaChannel client = RdmaChannel.connect(a, server.address());
                RdmaChannel accepted = server.accept()) {
            client.outputStream().write("moved by urdma4j".getBytes(UTF_8));
            client.shutdownOutput();
            System.out.println(new String(accepted.inputStream().readAllBytes(), UTF_8));
        }
    }
}
