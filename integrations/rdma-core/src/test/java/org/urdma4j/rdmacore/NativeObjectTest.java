package org.urdma4j.rdmacore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class NativeObjectTest {
    private final Object monitor = new Object();
    private final List<String> destroyed = new ArrayList<>();

    private final class Named extends NativeObject {
        private final String name;
        private final boolean isGone;

        Named(String name, boolean isGone, NativeObject... owners) {
            super(monitor, name, 0, owners);
            this.name = name;
            this.isGone = isGone;
        }

        @Override
        void destroy() {
            destroyed.add(name);
            if (isGone) {
                throw new IllegalStateException(name + " can't be destroyed");
            }
        }
    }

    @Test
    void shouldCloseWhatUsesItFirstAndOnce() {
        Named context = new Named("context", false);
        Named pd = new Named("pd", false, context);
        Named cq = new Named("cq", false, context);
        Named qp = new Named("qp", false, pd, cq);
        cq.close();
        assertThat(destroyed).containsExactly("qp", "cq");
        assertThatThrownBy(qp::checkOpen).hasMessage("the qp is closed");
        pd.checkOpen();
        context.close();
        context.close();
        assertThat(destroyed).containsExactly("qp", "cq", "pd", "context");
    }

    @Test
    void shouldCloseTheRestOfADeviceThatIsGone() {
        Named context = new Named("context", false);
        Named pd = new Named("pd", true, context);
        new Named("mr", true, pd);
        new Named("cq", false, context);
        assertThatThrownBy(context::close)
                .hasMessage("mr can't be destroyed")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        assertThat(destroyed).containsExactly("mr", "pd", "cq", "context");
        context.close();
    }
}
