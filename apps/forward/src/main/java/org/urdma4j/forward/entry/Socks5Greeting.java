package org.urdma4j.forward.entry;

import org.urdma4j.forward.message.OpenRequest;
import org.urdma4j.forward.message.OpenStatus;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;

/**
 * SOCKS version 5 (RFC 1928): CONNECT without authentication, to IPv4 and IPv6 addresses and to
 * names, which the exit looks up.
 */
public final class Socks5Greeting implements Greeting {
    private static final int VERSION = 5;
    private static final int NO_AUTHENTICATION = 0;
    private static final int NO_METHOD = 0xff;
    private static final int CONNECT = 1;
    private static final int IPV4 = 1;
    private static final int NAME = 3;
    private static final int IPV6 = 4;
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;
    private static final int REPLY_BYTES = 10;

    /** Replies of RFC 1928, section 6. */
    private static final int GENERAL_FAILURE = 1;

    private static final int NOT_ALLOWED = 2;
    private static final int HOST_UNREACHABLE = 4;
    private static final int REFUSED = 5;
    private static final int TTL_EXPIRED = 6;
    private static final int COMMAND_NOT_SUPPORTED = 7;
    private static final int ADDRESS_TYPE_NOT_SUPPORTED = 8;

    @Override
    public OpenRequest request(ByteChannel program) throws IOException {
        ByteBuffer head = read(program, 2);
        int version = number(head);
        if (version != VERSION) {
            throw new GreetingException(
                    "SOCKS version 5 is spoken here, not version %d".formatted(version));
        }
        ByteBuffer methods = read(program, number(head));
        boolean fits = false;
        while (methods.hasRemaining()) {
            fits |= number(methods) == NO_AUTHENTICATION;
        }
        write(program, VERSION, fits ? NO_AUTHENTICATION : NO_METHOD);
        if (!fits) {
            throw new GreetingException("the program wants to authenticate, which isn't done here");
        }
        ByteBuffer asked = read(program, 4);
        int again = number(asked);
        int command = number(asked);
        asked.get(); // reserved
        int type = number(asked);
        if (again != VERSION) {
            reply(program, GENERAL_FAILURE);
            throw new GreetingException("the program's request isn't of SOCKS version 5");
        } else if (command != CONNECT) {
            reply(program, COMMAND_NOT_SUPPORTED);
            throw new GreetingException(
                    "SOCKS command %d isn't done here, CONNECT (1) alone".formatted(command));
        }
        String host = host(program, type);
        int port = Short.toUnsignedInt(read(program, Short.BYTES).getShort());
        try {
            if (host.startsWith("/")) { // a UNIX socket's path is no name of SOCKS
                throw new IllegalArgumentException("SOCKS has no UNIX sockets");
            }
            return new OpenRequest(OpenRequest.Kind.CONNECT, host, port);
        } catch (IllegalArgumentException e) {
            reply(program, HOST_UNREACHABLE);
            throw new GreetingException(e.getMessage());
        }
    }

    @Override
    public boolean isSilent() {
        return false;
    }

    private static String host(ByteChannel program, int type) throws IOException {
        return switch (type) {
            case IPV4 -> address(read(program, IPV4_BYTES));
            case IPV6 -> address(read(program, IPV6_BYTES));
            case NAME -> name(read(program, number(read(program, 1))));
            default -> {
                reply(program, ADDRESS_TYPE_NOT_SUPPORTED);
                throw new GreetingException("SOCKS has no address type " + type);
            }
        };
    }

    private static String name(ByteBuffer bytes) {
        StringBuilder text = new StringBuilder(bytes.remaining());
        while (bytes.hasRemaining()) {
            text.append((char) number(bytes));
        }
        return text.toString();
    }

    private static String address(ByteBuffer bytes) throws IOException {
        byte[] address = new byte[bytes.remaining()];
        bytes.get(address);
        return InetAddress.getByAddress(address).getHostAddress();
    }

    @Override
    public boolean answer(ByteChannel program, OpenStatus status) throws IOException {
        reply(
                program,
                switch (status) {
                    case OPEN -> 0;
                    case REFUSED -> REFUSED;
                    case TIMED_OUT -> TTL_EXPIRED;
                    case UNREACHABLE, UNRESOLVED -> HOST_UNREACHABLE;
                    case NOT_ALLOWED -> NOT_ALLOWED;
                    case LIMITS, MALFORMED, NOT_LISTENING -> GENERAL_FAILURE;
                });
        return true;
    }

    /** The address that the exit has used isn't told: 0.0.0.0, port 0. */
    private static void reply(ByteChannel program, int code) throws IOException {
        ByteBuffer reply = ByteBuffer.allocate(REPLY_BYTES);
        reply.put((byte) VERSION).put((byte) code).put((byte) 0).put((byte) IPV4).rewind();
        writeAll(program, reply);
    }

    private static void write(ByteChannel program, int first, int second) throws IOException {
        writeAll(program, ByteBuffer.wrap(new byte[] {(byte) first, (byte) second}));
    }

    private static void writeAll(ByteChannel program, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            var _ = program.write(bytes);
        }
    }

    private static int number(ByteBuffer bytes) {
        return Byte.toUnsignedInt(bytes.get());
    }

    private static ByteBuffer read(ByteChannel program, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (program.read(bytes) < 0) {
                throw new EOFException("the program ended within its SOCKS request");
            }
        }
        return bytes.flip();
    }
}
