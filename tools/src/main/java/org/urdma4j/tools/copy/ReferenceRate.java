package org.urdma4j.tools.copy;

import org.urdma4j.verbs.text.ForeignText;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The rate that a copy is to have: a number, or what a file or a controller says of it now. Any
 * thread.
 */
final class ReferenceRate {
    private static final String OPTION = "--reference-rate";
    private static final String FILE = "file:";
    private static final String SCHEME = "https:";
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int OK = 200;
    private static final int MOST = 100;
    private static final int MOST_PORT = 65_535;
    private static final int MOST_READ = 4096;

    private final String text;
    private final HttpClient client;
    private final Duration patience;

    private ReferenceRate(String text, HttpClient client, Duration patience) {
        this.text = text;
        this.client = client;
        this.patience = patience;
    }

    /**
     * Reads it as it is written.
     *
     * @throws IllegalArgumentException if it can't be
     */
    static ReferenceRate parse(String text) {
        return parse(text, HttpClient.newBuilder(), PATIENCE);
    }

    /** The same with another client, and time that a whole answer may take. */
    static ReferenceRate parse(String text, HttpClient.Builder builder, Duration patience) {
        if (text.startsWith(SCHEME)) {
            try {
                URI address = URI.create(text);
                var _ = HttpRequest.newBuilder(address);
                if (address.getPort() == 0 || address.getPort() > MOST_PORT) {
                    throw new IllegalArgumentException("its port");
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "%s: %s is no address".formatted(OPTION, text), e);
            }
            return new ReferenceRate(text, builder.build(), patience);
        }
        if (text.startsWith("http:")) {
            throw new IllegalArgumentException(
                    OPTION + ": an address begins with https:, so that nobody else answers");
        }
        if (!text.startsWith(FILE)) {
            try {
                var _ = RateFile.answer(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(OPTION + ": " + e.getMessage(), e);
            }
        }
        return new ReferenceRate(text, null, patience);
    }

    /** Returns after what time to ask again. */
    Duration again() {
        return text.startsWith(FILE) ? Duration.ofSeconds(1) : Duration.ofMinutes(1);
    }

    /**
     * Asks for the rate.
     *
     * @return bit/s, 0 to wait, {@link Long#MAX_VALUE} for no limit
     * @throws IOException with a line for the user
     */
    long now() throws IOException, InterruptedException {
        if (text.startsWith(FILE)) {
            return RateFile.answer(OPTION, Path.of(text.substring(FILE.length())));
        }
        return client == null ? RateFile.answer(text) : controller();
    }

    /** A request's own timeout ends with the headers. */
    private HttpResponse<byte[]> response() throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(
                        HttpRequest.newBuilder(URI.create(text)).build(),
                        BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST_READ));
        try {
            return answer.get(patience.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IOException(
                    "%s: %s: no whole answer in %d s".formatted(OPTION, text, patience.toSeconds()),
                    e);
        } catch (ExecutionException e) {
            String why = e.getCause().getMessage();
            throw new IOException(
                    "%s: %s: %s".formatted(OPTION, text, why == null ? "no connection" : why), e);
        } finally {
            var _ = answer.cancel(true);
        }
    }

    private long controller() throws IOException, InterruptedException {
        HttpResponse<byte[]> response = response();
        if (response.statusCode() != OK || response.body().length > MOST) {
            throw new IOException(
                    "%s: %s answers with status %d and %d bytes, not with a rate such as 200M"
                            .formatted(
                                    OPTION, text, response.statusCode(), response.body().length));
        }
        int length = response.body().length;
        while (length > 0
                && response.body()[length - 1] <= ' '
                && response.body()[length - 1] > 0) {
            length--; // the end of its line
        }
        byte[] said = Arrays.copyOf(response.body(), length);
        try {
            return RateFile.answer(ForeignText.show(said, StandardCharsets.UTF_8).strip());
        } catch (IllegalArgumentException e) {
            throw new IOException("%s: %s: %s".formatted(OPTION, text, e.getMessage()), e);
        }
    }
}
