package org.urdma4j.transport.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

/** A resource lives no longer than what it was made from, however their threads meet. */
class ResourceTest {
    private static final class Thing extends Resource {
        int released;

        Thing(Resource... parents) {
            super(parents);
        }

        @Override
        String describe() {
            return "Thing";
        }

        @Override
        void release() {
            released++;
        }
    }

    /** As when one thread makes a queue pair, and another closes its completion queue. */
    @Test
    void shouldBeReleasedIfAParentIsClosedWhileItIsMade() {
        Thing domain = new Thing();
        Thing queue = new Thing();
        Thing child = new Thing(domain, queue);

        queue.close();
        assertThatIllegalStateException().isThrownBy(child::adopted).withMessage("Thing is closed");

        assertThat(child.released).isOne();
        domain.close();
        assertThat(child.released).isOne();
    }

    @Test
    void shouldBeClosedOnceByWhicheverParentIsFirst() {
        Thing domain = new Thing();
        Thing queue = new Thing();
        Thing child = new Thing(domain, queue);
        child.adopted();

        queue.close();
        domain.close();

        assertThat(child.closed()).isTrue();
        assertThat(child.released).isOne();
    }
}
