package org.urdma4j.dist.site;

import static org.assertj.core.api.Assertions.assertThat;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Headless Chromium, driven by the <a href="https://chromedevtools.github.io/devtools-protocol/">
 * DevTools Protocol</a>: one window, which shows the page that it is sent to.
 */
final class Browser implements AutoCloseable {
    private static final String LISTENING = "DevTools listening on ";
    private static final long PATIENCE_SECONDS = 120;

    private final Map<Integer, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
    private final AtomicInteger questions = new AtomicInteger();
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
    private final Process process;
    private final HttpClient client;
    private final WebSocket socket;
    private final String session;
    private volatile CompletableFuture<Void> loaded = new CompletableFuture<>();

    /**
     * Starts it.
     *
     * @param folder for it alone
     */
    Browser(Path folder) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(
                                "chromium",
                                "--headless",
                                "--no-sandbox",
                                "--disable-gpu",
                                "--no-first-run",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-dev-shm-usage",
                                "--disable-sync",
                                "--host-resolver-rules=MAP * ~NOTFOUND",
                                "--remote-debugging-port=0",
                                "--user-data-dir=" + folder.resolve("profile"),
                                "about:blank")
                        .redirectErrorStream(true);
        builder.environment().put("TMPDIR", folder.toString());
        process = builder.start();
        URI address = address(process.inputReader());
        client = HttpClient.newHttpClient();
        socket = client.newWebSocketBuilder().buildAsync(address, new Listener()).join();
        JsonNode target = ask(null, "Target.createTarget", Map.of("url", "about:blank"));
        session =
                ask(
                                null,
                                "Target.attachToTarget",
                                Map.of(
                                        "targetId",
                                        target.get("targetId").asString(),
                                        "flatten",
                                        true))
                        .get("sessionId")
                        .asString();
        for (String domain : List.of("Page", "Network", "Runtime", "Log")) {
            ask(domain + ".enable", Map.of());
        }
    }

    private static URI address(BufferedReader said) throws IOException {
        StringBuilder all = new StringBuilder();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            all.append(line).append('\n');
            if (line.startsWith(LISTENING)) {
                Thread.ofVirtual().start(() -> drain(said));
                return URI.create(line.substring(LISTENING.length()));
            }
        }
        throw new IllegalStateException("Chromium has ended: " + all);
    }

    /** So that it doesn't wait for a reader of what it says later. */
    private static void drain(BufferedReader said) {
        try {
            said.transferTo(Writer.nullWriter());
        } catch (IOException _) {
            // it has been ended
        }
    }

    /** Shows a page; it has loaded, and its scripts have run, once this returns. */
    void show(URI page) throws IOException, InterruptedException {
        loaded = new CompletableFuture<>();
        JsonNode answer = ask("Page.navigate", Map.of("url", page.toString()));
        assertThat(answer.path("errorText").asString("")).as("%s", page).isEmpty();
        await(loaded);
    }

    /** Sets the size of the window, that of a phone's screen if it's narrow. */
    void resize(int width) throws IOException, InterruptedException {
        ask(
                "Emulation.setDeviceMetricsOverride",
                Map.of(
                        "width",
                        width,
                        "height",
                        900,
                        "deviceScaleFactor",
                        1,
                        "mobile",
                        width < 600));
    }

    /**
     * Sets what media queries see.
     *
     * @param media {@code screen} or {@code print}
     * @param scheme {@code light} or {@code dark}
     */
    void media(String media, String scheme) throws IOException, InterruptedException {
        ask(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "media",
                        media,
                        "features",
                        List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Returns what an expression, or the promise that it is, has for the page that is shown. */
    JsonNode evaluate(String expression) throws IOException, InterruptedException {
        JsonNode answer =
                ask(
                        "Runtime.evaluate",
                        Map.of(
                                "expression",
                                expression,
                                "returnByValue",
                                true,
                                "awaitPromise",
                                true));
        assertThat(answer.has("exceptionDetails")).as("%s", answer).isFalse();
        return answer.get("result").path("value");
    }

    /** Addresses of all that was loaded. */
    Queue<String> requests() {
        return requests;
    }

    /** Exceptions of scripts, and what could not be loaded. */
    Queue<String> complaints() {
        return complaints;
    }

    private JsonNode ask(String method, Map<String, ?> parameters)
            throws IOException, InterruptedException {
        return ask(session, method, parameters);
    }

    private JsonNode ask(String to, String method, Map<String, ?> parameters)
            throws IOException, InterruptedException {
        int id = questions.incrementAndGet();
        var question = JsonMapper.shared().createObjectNode();
        question.put("id", id).put("method", method);
        question.set("params", JsonMapper.shared().valueToTree(parameters));
        if (to != null) {
            question.put("sessionId", to);
        }
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        asked.put(id, answer);
        socket.sendText(question.toString(), true).join();
        JsonNode all = await(answer);
        assertThat(all.has("error")).as("%s: %s", method, all).isFalse();
        return all.get("result");
    }

    private static <T> T await(CompletableFuture<T> future)
            throws IOException, InterruptedException {
        try {
            return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }

    private void take(JsonNode message) {
        if (message.has("id")) {
            asked.remove(message.get("id").asInt()).complete(message);
            return;
        }
        JsonNode parameters = message.path("params");
        switch (message.path("method").asString("")) {
            case "Page.loadEventFired" -> loaded.complete(null);
            case "Network.requestWillBeSent" ->
                    requests.add(parameters.at("/request/url").asString());
            case "Runtime.exceptionThrown" -> complaints.add(parameters.toString());
            case "Log.entryAdded" -> complaints.add(parameters.get("entry").toString());
            default -> {
                // of no interest
            }
        }
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder message = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            message.append(data);
            if (last) {
                take(JsonMapper.shared().readTree(message.toString()));
                message.setLength(0);
            }
            from.request(1);
            return null;
        }
    }
}
