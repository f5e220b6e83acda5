package org.urdma4j.forward.dial;

import org.urdma4j.forward.message.OpenRequest;
import org.urdma4j.forward.message.OpenStatus;
import org.urdma4j.forward.relay.ListeningSocket;
import org.urdma4j.forward.relay.LocalEnd;
import org.urdma4j.forward.relay.SocketEnd;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;

/**
 * Connects to targets, and listens, where that is allowed. A name is looked up once, what it stands
 * for is checked, and exactly that address is used. Any thread may call.
 */
public final class Dialer implements AutoCloseable {
    private final AllowList targets;
    private final AllowList listens;
    private final NameLookup names;
    private final Duration patience;

    /**
     * @param targets where it connects to
     * @param listens where it listens
     * @param patience for one name, and for one address
     */
    public Dialer(AllowList targets, AllowList listens, Resolver resolver, Duration patience) {
        this.targets = targets;
        this.listens = listens;
        names = new NameLookup(resolver);
        this.patience = patience;
    }

    /**
     * Connects.
     *
     * @throws OpenException if it can't, of the last address if there are several
     */
    public LocalEnd connect(OpenRequest request) throws OpenException, InterruptedException {
        OpenException last = new OpenException(OpenStatus.NOT_ALLOWED, "no --allow covers it");
        for (SocketAddress address : permitted(request, targets)) {
            try {
                return connect(address);
            } catch (OpenException e) {
                last = e;
            }
        }
        throw last;
    }

    /**
     * Listens.
     *
     * @throws OpenException if it can't
     */
    public ListeningSocket listen(OpenRequest request) throws OpenException, InterruptedException {
        List<SocketAddress> permitted = permitted(request, listens);
        if (permitted.isEmpty()) {
            throw new OpenException(OpenStatus.NOT_ALLOWED, "no --allow-listen covers it");
        }
        try {
            return ListeningSocket.bind(permitted.getFirst());
        } catch (IOException e) {
            throw new OpenException(OpenStatus.NOT_LISTENING, e.getMessage());
        }
    }

    private List<SocketAddress> permitted(OpenRequest request, AllowList allowed)
            throws OpenException, InterruptedException {
        if (request.isUnix()) {
            return allowed.covers(request.host())
                    ? List.of(UnixDomainSocketAddress.of(request.host()))
                    : List.of();
        }
        return resolve(request.host()).stream()
                .filter(each -> allowed.covers(each, request.port()))
                .map(each -> (SocketAddress) new InetSocketAddress(each, request.port()))
                .toList();
    }

    private List<InetAddress> resolve(String host) throws OpenException, InterruptedException {
        try {
            return names.of(host, patience);
        } catch (UnknownHostException e) {
            throw new OpenException(OpenStatus.UNRESOLVED, e.getMessage());
        }
    }

    private LocalEnd connect(SocketAddress address) throws OpenException {
        SocketChannel socket = null;
        try {
            if (address instanceof UnixDomainSocketAddress unix) {
                socket = SocketChannel.open(StandardProtocolFamily.UNIX);
                connect(socket, unix);
            } else {
                socket = SocketChannel.open();
                socket.socket().connect(address, Math.toIntExact(patience.toMillis()));
            }
            return new SocketEnd(socket);
        } catch (IOException e) {
            close(socket);
            throw new OpenException(status(e), e.getMessage());
        }
    }

    /** UNIX sockets connect at once or, while too many wait there, not at all. */
    private static void connect(SocketChannel socket, UnixDomainSocketAddress address)
            throws IOException {
        socket.configureBlocking(false);
        boolean connected;
        try {
            connected = socket.connect(address);
        } catch (SocketException e) {
            throw new ConnectException(e.getMessage()); // no such file, or no right to it
        }
        if (!connected) {
            throw new SocketTimeoutException("too many programs wait for it");
        }
        socket.configureBlocking(true);
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
