package org.urdma4j.tools.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.terminal.ThisJava;

import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Both ends as processes, and what they say of wrong calls. */
@Timeout(120)
class ForwardCommandTest {
    private static final InetAddress LOCAL = InetAddress.ofLiteral("127.0.0.1");
    private static final int PROBE = 100;
    private static final long PID = ProcessHandle.current().pid();

    @TempDir private Path folder;

    private static CommandProcess exit(String address, Object... options)
            throws IOException, InterruptedException {
        List<Object> words = new ArrayList<>(List.of("forward", "--exit", "--listen", address));
        words.addAll(List.of(options));
        CommandProcess exit = CommandProcess.start(List.of(), words.toArray());
        exit.awaitLine(line -> line.contains(address));
        return exit;
    }

    private static String address(int last) {
        return "127.%d.%d.%d".formatted(64 + (PID >> 8) % 64, PID % 256, last);
    }

    private static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, LOCAL)) {
            return socket.getLocalPort();
        }
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket(LOCAL, port);
        socket.setSoTimeout(60_000);
        return socket;
    }

    @Test
    void shouldCarryAConnectionUntilItIsToldToEnd() throws Exception {
        Path key = folder.resolve("key");
        Files.writeString(
                Files.createFile(
                        key,
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------"))),
                Invocation.of("key", "psk").out());
        byte[] sent = new byte[1_000_000];
        new Random(1).nextBytes(sent);
        String host = address(61);
        int port = free();
        try (ServerSocket target = new ServerSocket(0, 50, LOCAL);
                CommandProcess exit =
                        exit(
                                host,
                                "--protect",
                                "psk:" + key,
                                "--allow",
                                "127.0.0.1:" + target.getLocalPort());
                CommandProcess entry =
                        CommandProcess.start(
                                List.of(),
                                "forward",
                                port,
                                host + ":" + target.getLocalPort(),
                                "--protect",
                                "psk:" + key,
                                "--json")) {
            entry.awaitLine(line -> line.contains("\"ready\""));
            try (Socket one = connect(port);
                    Socket other = target.accept()) {
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                one.getOutputStream().write(sent);
                                one.shutdownOutput();
                            } catch (IOException _) {
                                // the other end says so
                            }
                        });
                assertThat(other.getInputStream().readAllBytes()).isEqualTo(sent);
                other.getOutputStream().write(7);
                other.shutdownOutput();
                assertThat(one.getInputStream().readAllBytes()).containsExactly(7);
            }
            entry.awaitLine(line -> line.contains("\"ended\""));
            try (Socket one = connect(port);
                    Socket other = target.accept()) {
                one.getOutputStream().write(1);
                assertThat(other.getInputStream().read()).isEqualTo(1);
                exit.signal("KILL");
                assertThatThrownBy(() -> other.getInputStream().read())
                        .isInstanceOf(SocketException.class);
            }
            Invocation end = entry.interrupt();
            assertThat(end.status()).isEqualTo(130);
            assertThat(end.out()).contains("\"sent\":1000000,\"received\":1");
        }
    }

    private static void expectReset(Socket socket) throws IOException {
        try (socket) {
            assertThatThrownBy(() -> socket.getInputStream().read())
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
        }
    }

    private static int descriptors(CommandProcess process) {
        return new File("/proc/%d/fd".formatted(process.pid())).list().length;
    }

    /** Returns the connection that begins with a byte, past those that programs have given up. */
    private static Socket accept(ServerSocket target, int first) throws IOException {
        while (true) {
            Socket socket = target.accept();
            socket.setSoTimeout(60_000);
            try {
                if (socket.getInputStream().read() == first) {
                    return socket;
                }
            } catch (SocketException _) {
                // reset
            }
            socket.close();
        }
    }

    /** Returns whether a program gets to the target, within a second. */
    private static boolean gets(int port, ServerSocket target) throws IOException {
        target.setSoTimeout(1_000);
        try (Socket one = connect(port)) {
            one.getOutputStream().write(PROBE);
            accept(target, PROBE).close();
            return true;
        } catch (ConnectException | SocketTimeoutException _) {
            return false;
        } finally {
            target.setSoTimeout(60_000);
        }
    }

    /** Starts an entry whose output can't be written, as on a full disk. */
    private static CommandProcess entry(int port, String target)
            throws IOException, InterruptedException {
        Path full = Path.of("/dev/full");
        String to = Files.isWritable(full) ? full.toString() : "/dev/null";
        List<String> command = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" > " + to, "sh"));
        command.addAll(ThisJava.command());
        command.addAll(List.of("forward", "--verbose", String.valueOf(port), target));
        return CommandProcess.start(command);
    }

    /** Each end is killed once under programs that use it, which takes 15 s to be noticed. */
    @Test
    @Timeout(240)
    void shouldOutliveTheOtherEnd() throws Exception {
        assumeTrue(Nightly.ON, "a test of the night (docs/testing.md)");
        String host = address(64);
        int port = free();
        try (ServerSocket target = new ServerSocket(0, 50, LOCAL)) {
            String[] allow = {"--allow", "127.0.0.1:" + target.getLocalPort()};
            try (CommandProcess killed = exit(host, (Object[]) allow);
                    CommandProcess entry = entry(port, host + ":" + target.getLocalPort())) {
                entry.await(() -> gets(port, target));
                Socket one = connect(port);
                one.getOutputStream().write(1);
                Socket other = accept(target, 1);
                killed.signal("KILL");
                expectReset(other);
                try (CommandProcess exit = exit(host, (Object[]) allow)) {
                    expectReset(one);
                    exit.await(() -> gets(port, target));
                    shouldKeepNothingOf(entry, exit, port, target);
                }
            }
        }
    }

    private static void shouldKeepNothingOf(
            CommandProcess entry, CommandProcess exit, int port, ServerSocket target)
            throws Exception {
        int before = descriptors(exit);
        List<Socket> ones = new ArrayList<>();
        List<Socket> others = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            ones.add(connect(port));
            ones.get(i).getOutputStream().write(i);
            others.add(accept(target, i));
        }
        assertThat(descriptors(exit)).isGreaterThanOrEqualTo(before + 25);
        entry.signal("KILL");
        for (int i = 0; i < 30; i++) {
            expectReset(ones.get(i));
            expectReset(others.get(i));
        }
        exit.await(() ->
                descriptors(exit) < before + 5
                        && Invocation.of("stat", exit.pid()).out().contains(" 0 queue pairs "));
    }

    /** The entry is killed, and the exit listens for the next. */
    @Test
    void shouldHaveTheExitListenWhileTheEntryIsThere() throws Exception {
        int there = free();
        String host = address(63);
        Path unix = folder.resolve("unix");
        try (ServerSocketChannel target =
                        ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                                .bind(UnixDomainSocketAddress.of(unix));
                CommandProcess exit =
                        exit(host, "--allow-listen", "127.0.0.1:" + there, "--json")) {
            for (int i = 0; i < 2; i++) {
                try (CommandProcess entry =
                        CommandProcess.start(
                                List.of(),
                                "forward",
                                "--reverse",
                                "unix:" + unix,
                                host + ":" + there)) {
                    entry.awaitLine(line ->
                            line.startsWith("listening at 127.0.0.1:" + there)
                                    && line.endsWith(host));
                    try (Socket one = connect(there);
                            SocketChannel other = target.accept()) {
                        one.getOutputStream().write(7);
                        assertThat(Channels.newInputStream(other).read()).isEqualTo(7);
                        if (i == 0) {
                            entry.signal("KILL");
                            assertThatThrownBy(() -> one.getInputStream().read())
                                    .isInstanceOf(SocketException.class);
                        }
                    }
                    if (i == 1) {
                        assertThat(entry.interrupt().status()).isEqualTo(130);
                    }
                    exit.awaitLine(line -> line.contains("\"unlistened\""));
                }
            }
        }
    }

    @Test
    void shouldSayWhyNothingIsForwarded() throws Exception {
        int port = free();
        try (CommandProcess entry =
                CommandProcess.start(
                        List.of(), "forward", port, address(62) + ":127.0.0.1:80", "--json")) {
            entry.awaitLine(line -> line.contains("\"ready\""));
            try (Socket socket = connect(port)) {
                assertThatThrownBy(() -> socket.getInputStream().read())
                        .isInstanceOf(SocketException.class);
            }
            entry.awaitLine(line ->
                    line.contains("\"refused\"")
                            && line.contains("start `urdma forward --exit --listen ADDR"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "forward|give LISTEN and HOST:[TARGET:]PORT",
                "forward 5432|give LISTEN and HOST:[TARGET:]PORT",
                "forward 5432 5433|the target is HOST:[TARGET:]PORT",
                "forward 5432 h:0|a port is 1 to 65535",
                "forward 5432 h:unix:x|the path of a UNIX socket has 2 to 107 printable",
                "forward unix:x 127.0.0.9:80|the path of a UNIX socket has 2 to 107 printable",
                "forward --reverse 80|with --reverse give [TARGET:]PORT and HOST:[ADDR:]PORT",
                "forward --reverse x 127.0.0.9:80|the target of --reverse is",
                "forward --reverse 80 127.0.0.9:0|a port is 1 to 65535",
                "forward --reverse --stdio h:80|give one of --socks, --stdio and --reverse",
                "forward --exit --allow-listen 127.0.0.1|--allow-listen takes ADDR",
                "forward --exit --allow unix:x|--allow: the path of a UNIX socket",
                "forward --exit --allow-listen 127.0.0.1:80 --reverse|with --exit give --listen",
                "forward 65536 127.0.0.9:80|LISTEN is [ADDR:]PORT",
                "forward 5432 127.0.0.9:80 --window 100K|--window is a power of two",
                "forward 5432 127.0.0.9:80 --window 4G|--window is a power of two",
                "forward 5432 127.0.0.9:80 --port 0|--port is 0",
                "forward 5432 127.0.0.9:80 --max-streams 0|--max-streams is 0",
                "forward 5432 127.0.0.9:80 --allow 127.0.0.1:80|are an exit's: give --exit",
                "forward --socks 1080 --stdio h|give one of --socks, --stdio and --reverse",
                "forward --socks 1080 1080 h|with --socks give HOST alone",
                "forward --socks 1080 h:80|HOST is where `urdma forward --exit` runs",
                "forward --socks x 127.0.0.9|--socks is [ADDR:]PORT",
                "forward --stdio 5432 h:80|with --stdio give HOST:[TARGET:]PORT alone",
                "forward --stdio h|the target is HOST:[TARGET:]PORT",
                "forward --stdio 127.0.0.9:80 --json|--stdio prints nothing",
                "forward 5432 127.0.0.9:80 --metrics x|--metrics takes PORT or ADDR:PORT",
                "forward --exit|an exit needs --allow",
                "forward --exit --allow 127.0.0.1:80 --stdio|with --exit give --listen",
                "forward --exit --allow x|--allow takes ADDR[/BITS]:PORT[-PORT]",
                "forward --exit --allow 127.0.0.1:80 --max-per-peer 0|streams are 1 to 65536",
                "forward --exit --allow 127.0.0.1:80 5432 h:80|with --exit give --listen",
                "forward --exit --allow 127.0.0.1:80 --port 1|with --exit give --listen",
            })
    void shouldSayWhatIsWrong(String call, String why) {
        Invocation result = Invocation.of((Object[]) call.split(" "));
        assertThat(result.status()).isEqualTo(2);
        assertThat(result.errLines().getFirst()).startsWith("urdma: ").contains(why);
    }

    @Test
    void shouldNotServeStrangersBeyondLoopback() throws Exception {
        Optional<InetAddress> own =
                NetworkInterface.networkInterfaces()
                        .flatMap(NetworkInterface::inetAddresses)
                        .filter(each -> !each.isLoopbackAddress() && !each.isLinkLocalAddress())
                        .findFirst();
        assumeTrue(own.isPresent(), "this machine has no address beyond loopback");
        String address = own.get().getHostAddress();
        Invocation result =
                Invocation.of("forward", "--exit", "--listen", address, "--allow", "127.0.0.1:80");
        assertThat(result.status()).isEqualTo(2);
        assertThat(result.errLines().getFirst())
                .startsWith("urdma: an exit beyond loopback needs keys: --protect psk:FILE");
    }
}
