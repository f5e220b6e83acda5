package org.urdma4j.protection.association.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.protection.association.listener.TcpConnection;

import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Whatever goes wrong with one who comes to the key port, what it had is given back. */
class TlsAcceptorTest {
    private final List<String> told = new ArrayList<>();

    private final TcpConnection connection =
            new TcpConnection() {
                @Override
                public InetSocketAddress local() {
                    return remote();
                }

                @Override
                public InetSocketAddress remote() {
                    return InetSocketAddress.createUnresolved("192.0.2.1", 1);
                }

                @Override
                public int read(byte[] into, int timeoutMs) {
                    return -1;
                }

                @Override
                public void write(byte[] bytes) {
                    told.add("written");
                }

                @Override
                public void shutdownOutput() {
                    told.add("shut down");
                }

                @Override
                public void abort() {
                    told.add("aborted");
                }

                @Override
                public void close() {
                    told.add("closed");
                }
            };

    /** Says what it is asked for, and has nothing to give. */
    private Device failing(Throwable cause) {
        return (Device)
                Proxy.newProxyInstance(
                        Device.class.getClassLoader(),
                        new Class<?>[] {Device.class},
                        (_, method, arguments) -> {
                            if (method.getName().equals("strangerFailed")) {
                                told.add((String) arguments[1]);
                                return null;
                            }
                            throw cause;
                        });
    }

    private static Stream<Throwable> causes() {
        return Stream.of(
                new OutOfMemoryError("on purpose"),
                new StackOverflowError("on purpose"),
                new IllegalStateException("on purpose"));
    }

    @ParameterizedTest
    @MethodSource("causes")
    void shouldGiveBackWhatItHad(Throwable cause) throws Exception {
        TlsAcceptor greeter =
                new TlsAcceptor(
                        failing(cause),
                        connection,
                        (_, _, _, _, _) -> {
                            throw new AssertionError("nobody is let in");
                        },
                        () -> told.add("left"));
        greeter.run();
        assertThat(told).containsExactly("closed", cause.toString(), "left");
    }
}
