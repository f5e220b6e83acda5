package org.urdma4j.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class QpInitAttrTest {
    private final CompletionQueue sends = Fakes.as(CompletionQueue.class, "toString is enough");
    private final CompletionQueue receives = Fakes.as(CompletionQueue.class, "here too");

    @Test
    void shouldHaveDefaultsForAllButTheQueues() {
        QpInitAttr attr = QpInitAttr.builder().cq(sends).build();

        assertThat(attr.qpType()).isSameAs(QpType.RC);
        assertThat(attr.sendCq()).isSameAs(sends);
        assertThat(attr.recvCq()).isSameAs(sends);
        assertThat(attr.cap()).isEqualTo(new QpCap(128, 128, 1, 1, 0));
        assertThat(attr.sqSigAll()).isFalse();
        assertThat(attr.qpContext()).isNull();
    }

    @Test
    void shouldTakeEverything() {
        QpCap cap = new QpCap(5, 4, 3, 2, 1);
        QpInitAttr attr =
                QpInitAttr.builder()
                        .qpType(QpType.UC)
                        .sendCq(sends)
                        .recvCq(receives)
                        .cap(cap)
                        .sqSigAll(true)
                        .qpContext("mine")
                        .build();

        assertThat(attr.qpType()).isSameAs(QpType.UC);
        assertThat(attr.sendCq()).isSameAs(sends);
        assertThat(attr.recvCq()).isSameAs(receives);
        assertThat(attr.cap()).isSameAs(cap);
        assertThat(attr.sqSigAll()).isTrue();
        assertThat(attr.qpContext()).isEqualTo("mine");
        QpCap more = new QpCap(8, 8, 8, 8, 8);
        QpInitAttr given = attr.toBuilder().cap(more).build();
        assertThat(given.cap()).isSameAs(more);
        assertThat(given.recvCq()).isSameAs(receives);
    }

    @Test
    void shouldSayWhichQueueIsMissing() {
        assertThatThrownBy(() -> QpInitAttr.builder().sendCq(sends).build())
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("recvCq");
        assertThatThrownBy(() -> QpInitAttr.builder().recvCq(sends).build())
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("sendCq");
    }
}
