package org.urdma4j.tools.copy;

import org.urdma4j.copy.serve.ServeListener;
import org.urdma4j.copy.tree.Names;

import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/** What {@code urdma serve} prints. */
final class ServeOutput implements ServeListener {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean json;

    ServeOutput(PrintWriter out, PrintWriter err, boolean json) {
        this.out = out;
        this.err = err;
        this.json = json;
    }

    void ready(byte[] folder, String address, boolean readOnly) {
        if (json) {
            Map<String, Object> line = line("ready");
            line.put("folder", Names.text(folder));
            line.put("address", address);
            line.put("read_only", readOnly);
            print(line);
        } else {
            print(
                    "serving %s%s at %s"
                            .formatted(
                                    Names.text(folder), readOnly ? ", read-only," : "", address));
        }
    }

    @Override
    public void onConnected(String peer) {
        if (json) {
            Map<String, Object> line = line("connected");
            line.put("peer", peer);
            print(line);
        }
    }

    @Override
    public void onEnded(String peer, long files, long bytes, String why) {
        if (json) {
            Map<String, Object> line = line("ended");
            line.put("peer", peer);
            line.put("files", files);
            line.put("bytes", bytes);
            line.put("error", why);
            print(line);
            return;
        }
        String what = "%s: %d files, %s".formatted(peer, files, Amounts.bytes(bytes));
        if (why == null) {
            print(what);
        } else {
            synchronized (this) {
                err.println("urdma: %s; %s".formatted(what, why));
                err.flush();
            }
        }
    }

    private static Map<String, Object> line(String event) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("event", event);
        return line;
    }

    private void print(Map<String, Object> line) {
        print(JSON.writeValueAsString(line));
    }

    private synchronized void print(String line) {
        out.println(line);
        out.flush();
    }
}
