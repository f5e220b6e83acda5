package org.urdma4j.measure.port;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.unix.Errors;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.spi.SelectorProvider;

/** What listens: epoll where there is one, as TCP streams need it, otherwise the JDK's. */
final class ListeningSocket {
    /** As Netty has it: {@code bind(..) failed with error(-98): Address already in use}. */
    private static final String NUMBER_END = "): ";

    private ListeningSocket() {}

    static IoHandlerFactory factory() {
        return Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    }

    /** The usual one would take clients of both families at the wildcard of either. */
    static ServerChannel of(InetAddress bind) {
        boolean ipv4 = bind instanceof Inet4Address;
        if (Epoll.isAvailable()) {
            return ipv4
                    ? new EpollServerSocketChannel(SocketProtocolFamily.INET)
                    : new EpollServerSocketChannel();
        }
        return ipv4
                ? new NioServerSocketChannel(SelectorProvider.provider(), SocketProtocolFamily.INET)
                : new NioServerSocketChannel();
    }

    /** Returns the system's words alone, without the name of the call and the number. */
    static String reason(Throwable cause) {
        if (cause instanceof ClosedChannelException) {
            return "the connection is closed"; // it has no words of its own
        }
        String message = String.valueOf(cause.getMessage());
        int words = cause instanceof Errors.NativeIoException ? message.indexOf(NUMBER_END) : -1;
        return words < 0 ? message : message.substring(words + NUMBER_END.length());
    }
}
