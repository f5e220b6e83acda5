package org.urdma4j.verbs;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/** Found by ServiceLoader before {@link FakeProvider}, with a device that has its address, too. */
public final class FakeHardware implements VerbsProvider {
    static final InetAddress ALONE = InetAddress.ofLiteral("192.0.2.9");

    @Override
    public String name() {
        return "fake hardware";
    }

    @Override
    public DeviceKind kind() {
        return DeviceKind.HARDWARE;
    }

    @Override
    public List<Device> devices() {
        return List.of(new FakeProvider.FakeDevice("nic0"));
    }

    @Override
    public Optional<Context> open(InetAddress local) {
        return local.equals(FakeProvider.ADDRESS) || local.equals(ALONE)
                ? Optional.of(devices().getFirst().open())
                : Optional.empty();
    }
}
