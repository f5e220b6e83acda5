package org.urdma4j.dist.site;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * What the search looks through: each section of a page, each package, type and member of the API.
 * It is a script, since a page that is a file may not fetch others. An entry is an array of the
 * address, the title, where that is, and the text.
 */
final class SearchIndex {
    private static final String API = "api/";

    private final ArrayNode entries = JsonMapper.shared().createArrayNode();

    private SearchIndex() {}

    /**
     * Returns the script.
     *
     * @param pages by the names of their files
     * @param api the folder that javadoc has written, whose own indexes are read
     */
    static String of(Map<String, Page> pages, Path api) throws IOException {
        SearchIndex index = new SearchIndex();
        pages.forEach(index::add);
        for (JsonNode it : read(api.resolve("package-search-index.js"))) {
            if (!it.has("u")) {
                String name = it.get("l").asString();
                index.add(API + folder(name) + "package-summary.html", name, "package", "");
            }
        }
        for (JsonNode it : read(api.resolve("type-search-index.js"))) {
            if (!it.has("u")) {
                String in = it.get("p").asString();
                String name = it.get("l").asString();
                index.add(API + folder(in) + name + ".html", name, in, "");
            }
        }
        for (JsonNode it : read(api.resolve("member-search-index.js"))) {
            String in = it.get("p").asString();
            String type = it.get("c").asString();
            String name = it.get("l").asString();
            String anchor = it.has("u") ? it.get("u").asString() : name;
            index.add(API + folder(in) + type + ".html#" + anchor, type + "." + name, in, "");
        }
        return "const searchIndex = " + index.entries.toString().replace("],[", "],\n[") + ";\n";
    }

    private void add(String file, Page page) {
        for (Page.Section it : page.sections()) {
            boolean isFirst = it.equals(page.sections().getFirst());
            String address = isFirst ? file : file + "#" + it.id();
            add(address, it.heading(), isFirst ? file : page.title(), it.text());
        }
    }

    private void add(String address, String title, String where, String text) {
        entries.addArray().add(address).add(title).add(where).add(text);
    }

    private static String folder(String name) {
        return name.replace('.', '/') + "/";
    }

    /** What javadoc has for its own search: an assignment of an array, and a call. */
    private static JsonNode read(Path script) throws IOException {
        String text = Files.readString(script);
        return JsonMapper.shared()
                .readTree(text.substring(text.indexOf('['), text.lastIndexOf(']') + 1));
    }
}
