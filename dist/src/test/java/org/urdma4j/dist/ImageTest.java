package org.urdma4j.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The image, read as the OCI image specification 1.1 has it, and run as a runtime would. */
@Tag("installed")
@Timeout(300)
class ImageTest {
    private static final Path IMAGE =
            Path.of(System.getProperty("urdma4j.target", "target")).resolve("image");
    private static final String TYPE = "application/vnd.oci.image.";

    @TempDir private Path folder;

    /** What a descriptor leads to, if it is of this type and as it says. */
    private static Path blob(JsonNode descriptor, String type) throws Exception {
        assertThat(descriptor.path("mediaType").asString()).isEqualTo(TYPE + type);
        String digest = descriptor.path("digest").asString();
        Path blob = IMAGE.resolve("blobs").resolve(digest.replace(':', '/'));
        assertThat(Files.size(blob)).isEqualTo(descriptor.path("size").asLong());
        assertThat(digest).isEqualTo(sha256(Files.readAllBytes(blob)));
        return blob;
    }

    private static String sha256(byte[] content) throws Exception {
        return "sha256:"
                + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    }

    private static JsonNode json(Path file) {
        return JsonMapper.shared().readTree(file.toFile());
    }

    @Test
    void shouldBeAnImageWhoseCommandRuns() throws Exception {
        assumeTrue(Files.exists(IMAGE), "Skipped: apt-get had no base for an image");
        assertThat(json(IMAGE.resolve("oci-layout")).path("imageLayoutVersion").asString())
                .isEqualTo("1.0.0");
        JsonNode index = json(IMAGE.resolve("index.json"));
        JsonNode manifest = json(blob(index.path("manifests").path(0), "manifest.v1+json"));
        JsonNode config = json(blob(manifest.path("config"), "config.v1+json"));
        Path root = Files.createDirectory(folder.resolve("root"));
        List<String> diffs = new ArrayList<>();
        for (JsonNode descriptor : manifest.path("layers")) {
            Path tar = folder.resolve("layer");
            Path layer = blob(descriptor, "layer.v1.tar+gzip");
            Shell.succeed("sh", "-c", "zcat <\"$1\" >\"$2\"", "sh", layer, tar);
            diffs.add(sha256(Files.readAllBytes(tar)));
            Shell.succeed("tar", "-x", "-f", tar, "-C", root);
        }
        assertThat(config.path("rootfs").path("diff_ids").valueStream().map(JsonNode::asString))
                .containsExactlyElementsOf(diffs);
        assertThat(config.path("config").path("User").asString()).isEqualTo("65532:65532");

        assumeTrue(Shell.isRoot(), "Skipped: to run an image needs root");
        assertThat(run(root, config.path("config"), "--version"))
                .startsWith("urdma " + System.getProperty("urdma4j.version", ""));
        assertThat(run(root, config.path("config"), "demo", "--size", "4M", "--port", "47930"))
                .containsPattern("URDMA .* same\n");
    }

    /** Nothing is there but the image, /proc and /dev, as in a container. */
    private static String run(Path root, JsonNode config, String... arguments) throws Exception {
        List<Object> command =
                new ArrayList<>(
                        List.of(
                                "unshare",
                                "--mount",
                                "sh",
                                "-c",
                                "root=$1; user=$2; shift 2; mount -t proc proc \"$root/proc\" &&"
                                        + " mount --rbind /dev \"$root/dev\" &&"
                                        + " exec chroot --userspec=$user \"$root\" \"$@\"",
                                "sh",
                                root,
                                config.path("User").asString()));
        config.path("Entrypoint").forEach(word -> command.add(word.asString()));
        command.addAll(List.of(arguments));
        Map<String, String> environment = new TreeMap<>();
        for (JsonNode variable : config.path("Env")) {
            String[] parts = variable.asString().split("=", 2);
            environment.put(parts[0], parts[1]);
        }
        environment.put("PATH", environment.get("PATH") + ":/usr/bin:/usr/sbin");
        return Shell.run(environment, command.toArray()).said();
    }
}
