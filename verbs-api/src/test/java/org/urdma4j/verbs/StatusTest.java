package org.urdma4j.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.EnumSet;

class StatusTest {
    @Test
    void shouldDescribeEachCompletionStatusInItsOwnWords() {
        assertThat(Arrays.stream(WcStatus.values()).map(WcStatus::description))
                .doesNotHaveDuplicates()
                .allSatisfy(text -> assertThat(text).isNotBlank());
    }

    @Test
    void shouldGiveTheErrnoOfPosting() {
        assertThat(PostStatus.OK.errno()).isZero();
        assertThat(PostStatus.QUEUE_FULL.errno()).isEqualTo(12);
        assertThat(PostStatus.INVALID_STATE.errno()).isEqualTo(22);
        assertThat(PostStatus.INVALID_REQUEST.errno()).isEqualTo(22);
    }

    @Test
    void shouldTellReceiveCompletionsByBitSeven() {
        assertThat(Arrays.stream(WcOpcode.values()).filter(WcOpcode::isReceive))
                .containsExactlyElementsOf(EnumSet.range(WcOpcode.RECV, WcOpcode.DRIVER3));
    }

    @Test
    void shouldBeginAnExceptionsMessageWithTheErrno() {
        Exception cause = new IllegalStateException("inner");

        VerbsException e = new VerbsException(Errno.EBUSY, "close the queue pair first", cause);

        assertThat(e).hasMessage("EBUSY: close the queue pair first").hasCause(cause);
        assertThat(e.errno()).isSameAs(Errno.EBUSY);
    }
}
