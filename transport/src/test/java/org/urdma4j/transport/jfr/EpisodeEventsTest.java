package org.urdma4j.transport.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** What of episodes gets into a recording. */
class EpisodeEventsTest {
    @TempDir private Path folder;

    @Test
    void shouldRecordBothWithTheirLength() throws Exception {
        Path file = folder.resolve("recording.jfr");
        EpisodeEvents events = new EpisodeEvents("device", 7, "192.0.2.1");
        try (Recording recording = new Recording()) {
            recording.enable("org.urdma4j.Stall").withoutThreshold();
            recording.enable("org.urdma4j.LossEpisode").withoutThreshold();
            recording.start();
            events.onStall("silence");
            events.onLoss();
            events.onStallOver();
            events.onLossOver(3, 50);
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> recorded = RecordingFile.readAllEvents(file);
        assertThat(recorded)
                .extracting(event -> event.getEventType().getName())
                .containsExactlyInAnyOrder("org.urdma4j.Stall", "org.urdma4j.LossEpisode");
        for (RecordedEvent event : recorded) {
            assertThat(event.getInt("queuePair")).isEqualTo(7);
            assertThat(event.getString("peer")).isEqualTo("192.0.2.1");
            assertThat(event.getDuration()).isPositive();
            if (event.getEventType().getName().equals("org.urdma4j.Stall")) {
                assertThat(event.getString("reason")).isEqualTo("silence");
            } else {
                assertThat(event.getLong("retransmittedPackets")).isEqualTo(3);
                assertThat(event.getLong("sentPackets")).isEqualTo(50);
            }
        }
    }
}
