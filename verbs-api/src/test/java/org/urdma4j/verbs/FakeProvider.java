package org.urdma4j.verbs;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/** Found by ServiceLoader in the tests: two devices that open to contexts which do nothing. */
public final class FakeProvider implements VerbsProvider {
    static final InetAddress ADDRESS = InetAddress.ofLiteral("192.0.2.7");

    /** A device that does nothing but open. */
    record FakeDevice(String name) implements Device {
        @Override
        public long guid() {
            return 0x0002_c9ff_fe00_0001L;
        }

        @Override
        public NodeType nodeType() {
            return NodeType.CA;
        }

        @Override
        public Context open() {
            return Fakes.as(Context.class, new FakeContext(this));
        }
    }

    /** The one method of a context that the tests call. */
    record FakeContext(Device device) {}

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public List<Device> devices() {
        return List.of(new FakeDevice("fake0"), new FakeDevice("fake1"));
    }

    @Override
    public Optional<Context> open(InetAddress local) {
        return local.equals(ADDRESS)
                ? Optional.of(new FakeDevice("fake1").open())
                : Optional.empty();
    }
}
