package org.urdma4j.tools.devices;

import org.urdma4j.measure.json.Json;
import org.urdma4j.tools.backend.BackendArguments;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.Verbs;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** {@code urdma devices}: all devices, or those that are named. */
@Command(
        name = "devices",
        description = {
            "List the devices of this machine: ports, MTU and GIDs.",
            "There is one for each address, as ibv_devinfo would show it; a program opens it by name",
            "or by address."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:they were listed",
            "1:a device that was named doesn't exist",
            "2:called wrongly"
        })
public final class DevicesCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..*",
            paramLabel = "DEVICE",
            description = "Name or address of a device; without one, all are listed.")
    private List<String> names = List.of();

    @Option(
            names = {"-v", "--verbose"},
            description = "Tell the limits of each device, too.")
    private boolean verbose;

    @Option(names = "--json", description = "Print one array of objects instead.")
    private boolean json;

    @Mixin private BackendArguments backend;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        List<Map<String, Object>> devices = new ArrayList<>();
        if (names.isEmpty()) {
            Verbs.devices().forEach(device -> devices.add(DeviceFacts.of(device, verbose)));
        }
        ContextAttr attr = backend.attr(spec);
        for (String name : names) {
            devices.add(DeviceFacts.of(() -> open(name, attr), TakenDevice.address(name), verbose));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Json.print(devices, out);
        } else {
            new DeviceText(out).print(devices);
        }
        return ExitCode.OK;
    }

    private Context open(String name, ContextAttr attr) {
        boolean known = Verbs.devices().stream().map(Device::name).anyMatch(name::equals);
        if (!known) {
            try {
                return backend.open(InetAddress.ofLiteral(name), spec);
            } catch (IllegalArgumentException _) {
                // No address either: the list of names tells what there is.
            }
        }
        return Verbs.open(name, attr);
    }
}
