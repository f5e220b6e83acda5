package org.urdma4j.tools.copy;

import org.urdma4j.verbs.text.ForeignText;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

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

    private final String text;
    private final HttpClient client;

    private ReferenceRate(String text, HttpClient client) {
        this.text = text;
        this.client = client;
    }

    /**
     * Reads it as it is written.
     *
     * @throws IllegalArgumentException if it can't be
     */
    static ReferenceRate parse(String text) {
        return parse(text, HttpClient.newBuilder());
    }

    /** The same with another client. */
    static ReferenceRate parse(String text, HttpClient.Builder builder) {
        if (text.startsWith(SCHEME)) {
            try {
                var _ = HttpRequest.newBuilder(URI.create(text));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "%s: %s is no address".formatted(OPTION, text), e);
            }
            return new ReferenceRate(text, builder.connectTimeout(PATIENCE).build());
        }
        if (text.startsWith("http:")) {
            throw new IllegalArgumentException(
                    OPTION + ": an address begins with https:, so that nobody else answers");
        }
        if (!text.startsWith(FILE)) {
            try {
                var _ = RateFile.parse(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(OPTION + ": " + e.getMessage(), e);
            }
        }
        return new ReferenceRate(text, null);
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

    private long controller() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(text)).timeout(PATIENCE).build();
        HttpResponse<byte[]> response;
        try {
            response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            String why = e.getMessage() == null ? "no connection" : e.getMessage();
            throw new IOException("%s: %s: %s".formatted(OPTION, text, why), e);
        }
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
