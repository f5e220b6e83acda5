package org.urdma4j.forward.exit;

import org.urdma4j.forward.message.OpenRequest;
import org.urdma4j.forward.message.OpenStatus;
import org.urdma4j.forward.relay.LocalEnd;
import org.urdma4j.forward.relay.SocketEnd;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;

/**
 * Connects to targets that are allowed. A name is looked up once, what it stands for is checked,
 * and the connection goes to exactly that address. Any thread may call.
 */
final class Dialer implements AutoCloseable {
    private final List<AllowRule> allowed;
    private final NameLookup names;
    private final Duration patience;

    /**
     * @param patience for one name, and for one address
     */
    Dialer(List<AllowRule> allowed, Resolver resolver, Duration patience) {
        this.allowed = List.copyOf(allowed);
        names = new NameLookup(resolver);
        this.patience = patience;
    }

    /**
     * Connects.
     *
     * @throws OpenException if it can't, of the last address if there are several
     */
    LocalEnd connect(OpenRequest request) throws OpenException, InterruptedException {
        List<InetAddress> permitted =
                resolve(request.host()).stream()
                        .filter(each -> isAllowed(each, request.port()))
                        .toList();
        OpenException last = new OpenException(OpenStatus.NOT_ALLOWED, "no --allow covers it");
        for (InetAddress address : permitted) {
            try {
                return connect(new InetSocketAddress(address, request.port()));
            } catch (OpenException e) {
                last = e;
            }
        }
        throw last;
    }

    private List<InetAddress> resolve(String host) throws OpenException, InterruptedException {
        try {
            return names.of(host, patience);
        } catch (UnknownHostException e) {
            throw new OpenException(OpenStatus.UNRESOLVED, e.getMessage());
        }
    }

    private boolean isAllowed(InetAddress address, int port) {
        return allowed.stream().anyMatch(rule -> rule.covers(address, port));
    }

    private LocalEnd connect(InetSocketAddress address) throws OpenException {
        SocketChannel socket = null;
        try {
            socket = SocketChannel.open();
            socket.socket().connect(address, Math.toIntExact(patience.toMillis()));
            return new SocketEnd(socket);
        } catch (IOException e) {
            close(socket);
            throw new OpenException(status(e), e.getMessage());
        }
    }

    private static void close(SocketChannel socket) {
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException _) {
            // it is closed all the same
        }
    }

    /** As the JDK names what connect(2) returned; ECONNREFUSED and ETIMEDOUT are of one class. */
    private static OpenStatus status(IOException e) {
        boolean late = e.getMessage() != null && e.getMessage().contains("timed out");
        return switch (e) {
            case SocketTimeoutException _ -> OpenStatus.TIMED_OUT;
            case ConnectException _ -> late ? OpenStatus.TIMED_OUT : OpenStatus.REFUSED;
            case SocketException _ -> OpenStatus.UNREACHABLE;
            default -> OpenStatus.LIMITS; // no descriptor
        };
    }

    @Override
    public void close() {
        names.close();
    }
}
