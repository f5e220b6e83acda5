package org.urdma4j.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the log says of channels that a program forgets. */
@Timeout(60)
class UnclosedTest {
    private static final int AGAIN_MS = 20;

    private final BlockingQueue<LogRecord> told = new LinkedBlockingQueue<>();
    private final Logger logger = Logger.getLogger(RdmaChannel.class.getName());
    private final Handler handler =
            new Handler() {
                @Override
                public void publish(LogRecord line) {
                    if (line.getMessage().contains(server.address().toString())) {
                        told.add(line); // not another test's
                    }
                }

                @Override
                public void flush() {
                    // nothing is kept
                }

                @Override
                public void close() {
                    // nothing is open
                }
            };

    private ChannelPair devices;
    private RdmaServerChannel server;

    @BeforeEach
    void listen() throws IOException {
        devices = new ChannelPair(ChannelPair.Path.STANDARD);
        server = RdmaServerChannel.listen(devices.other, 0);
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.FINE);
    }

    @AfterEach
    void close() {
        logger.setLevel(null);
        logger.setUseParentHandlers(true);
        logger.removeHandler(handler);
        server.close();
        devices.close();
    }

    private LogRecord collected() throws InterruptedException {
        LogRecord line;
        do {
            System.gc();
            line = told.poll(AGAIN_MS, TimeUnit.MILLISECONDS);
        } while (line == null);
        return line;
    }

    private RdmaChannel connect() throws IOException {
        RdmaChannel channel = RdmaChannel.connect(devices.one, server.address());
        server.accept().abort();
        return channel;
    }

    private void forget() throws IOException {
        assertThat(connect().isOpen()).isTrue();
    }

    @Test
    void shouldTellWhereAForgottenChannelWasOpenedAndOfNoOther() throws Exception {
        connect().abort();
        forget();

        LogRecord line = collected();

        assertThat(line.getLevel()).isEqualTo(Level.WARNING);
        assertThat(line.getMessage())
                .startsWith("a channel to %s was never closed".formatted(server.address()))
                .contains("opened by " + UnclosedTest.class.getName() + ".connect(Unclosed");
        assertThat(line.getThrown()).isNull();
        LogRecord detail = collected();
        assertThat(detail.getLevel()).isEqualTo(Level.FINE);
        assertThat(detail.getThrown().getStackTrace())
                .anyMatch(it -> it.getMethodName().equals("forget"));
        forget(); // both are collected with the one before, or no later than this
        collected();
        collected();
        assertThat(told).isEmpty();
    }
}
