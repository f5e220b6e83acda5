package org.urdma4j.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

class VerbsTest {
    private static final URL API = Verbs.class.getProtectionDomain().getCodeSource().getLocation();

    @Test
    void shouldListTheDevicesOfAllProviders() {
        assertThat(Verbs.devices())
                .extracting(Device::name)
                .containsExactly("nic0", "fake0", "fake1");
    }

    @Test
    void shouldLoadAProviderOnlyOnce() {
        Providers providers = new Providers();

        assertThat(providers.get()).hasSize(2).isSameAs(providers.get());
    }

    @Test
    void shouldFindTheProviderWithoutAContextClassLoader() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try {
            assertThat(new Providers().get())
                    .hasOnlyElementsOfTypes(FakeHardware.class, FakeProvider.class);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void shouldOpenByName() {
        assertThat(Verbs.open("fake0").device().name()).isEqualTo("fake0");
    }

    @Test
    void shouldOpenByAddress() {
        assertThat(Verbs.open(FakeProvider.ADDRESS).device().name()).isEqualTo("fake1");
    }

    @Test
    void shouldOpenHardwareByAddressIfItIsPreferredOrAlone() {
        ContextAttr hardware = ContextAttr.builder().prefer(DeviceKind.HARDWARE).build();

        assertThat(opened(FakeProvider.ADDRESS, ContextAttr.DEFAULT)).isEqualTo("fake1");
        assertThat(opened(FakeProvider.ADDRESS, hardware)).isEqualTo("nic0");
        assertThat(opened(FakeHardware.ALONE, ContextAttr.DEFAULT)).isEqualTo("nic0");
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(
                        () -> opened(FakeProvider.ADDRESS, hardware.toBuilder().dscp(1).build()))
                .satisfies(e -> assertThat(e.errno()).isSameAs(Errno.EOPNOTSUPP));
    }

    private static String opened(InetAddress address, ContextAttr attr) {
        return Verbs.open(address, attr).device().name();
    }

    @Test
    void shouldListTheNamesWhenThereIsNoSuchDevice() {
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> Verbs.open("mlx5_0"))
                .withMessageContaining("mlx5_0")
                .withMessageContaining("[nic0, fake0, fake1]")
                .satisfies(e -> assertThat(e.errno()).isSameAs(Errno.ENODEV));
    }

    @Test
    void shouldRefuseAnAddressThatNoDeviceHas() {
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> Verbs.open(InetAddress.ofLiteral("192.0.2.8")))
                .withMessageContaining("192.0.2.8")
                .satisfies(e -> assertThat(e.errno()).isSameAs(Errno.EADDRNOTAVAIL));
    }

    @Test
    void shouldSayWhatToAddWhenThereIsNoProvider() throws Exception {
        try (URLClassLoader alone = loader(API)) {
            assertThatThrownBy(() -> devicesIn(alone))
                    .cause()
                    .hasToString(
                            "org.urdma4j.verbs.VerbsException: ENOSYS: there is no verbs provider"
                                    + " on the class path; add org.urdma4j:transport");
        }
    }

    @Test
    void shouldNameAProviderThatCannotBeLoadedAndTryAgain(@TempDir Path folder) throws Exception {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(VerbsProvider.class.getName()), "org.example.Missing");
        try (URLClassLoader broken = loader(API, folder.toUri().toURL())) {
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThatThrownBy(() -> devicesIn(broken))
                        .cause()
                        .hasMessageStartingWith("ENOSYS: a verbs provider cannot be loaded")
                        .hasMessageContaining("org.example.Missing");
            }
        }
    }

    /** A class path of its own, without what the tests have on theirs. */
    private static URLClassLoader loader(URL... urls) throws IOException {
        return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    }

    private static void devicesIn(ClassLoader loader) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            loader.loadClass("org.urdma4j.verbs.Verbs").getMethod("devices").invoke(null);
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
