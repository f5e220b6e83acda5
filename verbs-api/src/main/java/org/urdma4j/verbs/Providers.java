package org.urdma4j.verbs;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** The providers on the class path, looked up at first use; a failed look-up is tried again. */
final class Providers {
    private volatile List<VerbsProvider> loaded = List.of();

    List<VerbsProvider> get() {
        List<VerbsProvider> providers = loaded;
        return providers.isEmpty() ? load() : providers;
    }

    /** Returns those of a kind, and then all others. */
    List<VerbsProvider> preferring(DeviceKind kind) {
        return get().stream()
                .sorted(Comparator.comparing(provider -> provider.kind() != kind))
                .toList();
    }

    private synchronized List<VerbsProvider> load() {
        if (loaded.isEmpty()) {
            List<VerbsProvider> found = loadBy(Thread.currentThread().getContextClassLoader());
            if (found.isEmpty()) {
                found = loadBy(Providers.class.getClassLoader());
            }
            if (found.isEmpty()) {
                throw new VerbsException(
                        Errno.ENOSYS,
                        "there is no verbs provider on the class path; add org.urdma4j:transport");
            }
            loaded = found;
        }
        return loaded;
    }

    private static List<VerbsProvider> loadBy(ClassLoader loader) {
        try (Stream<ServiceLoader.Provider<VerbsProvider>> stream =
                ServiceLoader.load(VerbsProvider.class, loader).stream()) {
            return stream.map(ServiceLoader.Provider::get).toList();
        } catch (ServiceConfigurationError e) {
            throw new VerbsException(
                    Errno.ENOSYS,
                    "a verbs provider cannot be loaded; mend or remove its jar: " + e.getMessage(),
                    e);
        }
    }
}
