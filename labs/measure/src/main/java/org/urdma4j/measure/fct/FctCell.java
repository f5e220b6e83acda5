package org.urdma4j.measure.fct;

import java.util.List;
import java.util.Optional;

/**
 * The same flows over the same link by several schemes.
 *
 * @param lossless go-back-N over the link without loss
 * @param results of each scheme, in the order in which they were asked for
 */
public record FctCell(FctResult lossless, List<FctResult> results) {
    public FctCell {
        results = List.copyOf(results);
    }

    /** Returns what ran but the scheme. */
    public FctOptions options() {
        return results.getFirst().options();
    }

    public Optional<FctResult> of(FctScheme scheme) {
        return results.stream().filter(it -> it.options().scheme() == scheme).findFirst();
    }
}
