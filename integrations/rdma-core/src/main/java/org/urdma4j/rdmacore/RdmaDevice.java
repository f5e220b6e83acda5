package org.urdma4j.rdmacore;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.NodeType;
import org.urdma4j.verbs.VerbsException;

/** A device of libibverbs, which is looked for anew by its name when it is opened. */
record RdmaDevice(Libibverbs library, String name, long guid, NodeType nodeType) implements Device {
    private static final long NODE_TYPE = Structs.DEVICE.at("node_type");

    /** Returns the type of the device at an address. */
    static NodeType type(long device) {
        int number = Libibverbs.at(device, Structs.DEVICE).get(JAVA_INT, NODE_TYPE);
        for (NodeType each : NodeType.values()) {
            if (each.value() == number) {
                return each;
            }
        }
        return NodeType.UNKNOWN;
    }

    @Override
    public Context open() {
        Long context =
                library.search((each, _, device) ->
                        each.equals(name) ? library.openDevice(name, device) : null);
        if (context == null) {
            throw new VerbsException(Errno.ENODEV, name + " isn't there any more");
        }
        try {
            return new RdmaContext(this, context);
        } catch (RuntimeException e) {
            Libibverbs.end("can't close " + name, library.closeDevice, context);
            throw e;
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
