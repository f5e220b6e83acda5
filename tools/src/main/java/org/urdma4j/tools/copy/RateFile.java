package org.urdma4j.tools.copy;

import org.urdma4j.copy.rate.RateLimit;
import org.urdma4j.simulation.units.Units;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * A rate in a file, read at the beginning and whenever the process gets {@code SIGUSR1}, so that it
 * can be changed while a copy runs.
 */
final class RateFile {
    private static final String NONE = "none";

    private RateFile() {}

    /**
     * Returns the rate in a file in bit/s, 0 for none.
     *
     * @throws IOException if there is none, with a line for the user
     */
    static long read(Path file) throws IOException {
        return read("--bwlimit-file", file, RateFile::parse);
    }

    /** Returns a rate that somebody else chooses, from a file that an option names. */
    static long answer(String option, Path file) throws IOException {
        return read(option, file, RateFile::answer);
    }

    /** Returns the same as it is written: 0 to wait, {@link Long#MAX_VALUE} for no limit. */
    static long answer(String text) {
        long rate = text.equals(NONE) ? Long.MAX_VALUE : text.equals("0") ? 0 : Units.rate(text);
        if (rate > 0 && rate < RateKeys.LEAST) {
            throw new IllegalArgumentException(text + " is less than 100K, the least rate");
        }
        return rate;
    }

    private static long read(String option, Path file, ToLongFunction<String> parser)
            throws IOException {
        String text;
        try {
            text = Files.readString(file).strip();
        } catch (CharacterCodingException e) {
            throw new IOException("%s: %s holds no text".formatted(option, file), e);
        } catch (IOException e) {
            throw new IOException("%s: %s can't be read".formatted(option, file), e);
        }
        try {
            return parser.applyAsLong(text);
        } catch (IllegalArgumentException e) {
            throw new IOException("%s: %s: %s".formatted(option, file, e.getMessage()), e);
        }
    }

    /**
     * Returns a rate in bit/s as it is written, 0 for {@code none}.
     *
     * @throws IllegalArgumentException if it is none
     */
    static long parse(String text) {
        return text.equals(NONE) ? 0 : Units.rate(text);
    }

    /** Reads the file again at each signal; {@code told} of the new rate, or what is wrong. */
    static void watch(Path file, RateLimit limit, Consumer<String> told) {
        Runnable change =
                () -> {
                    try {
                        long rate = read(file);
                        limit.set(rate);
                        told.accept(RateKeys.text(rate));
                    } catch (IOException e) {
                        told.accept(e.getMessage());
                    }
                };
        try {
            onSignal("USR1", change);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            told.accept("SIGUSR1 can't be listened to here: " + e);
        }
    }

    /** By reflection, since a compiler warns of the classes, and there are no others. */
    private static void onSignal(String name, Runnable program)
            throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        InvocationHandler calls =
                (proxy, method, arguments) ->
                        switch (method.getName()) {
                            case "handle" -> {
                                program.run();
                                yield null;
                            }
                            case "hashCode" -> System.identityHashCode(proxy);
                            case "equals" ->
                                    System.identityHashCode(proxy)
                                            == System.identityHashCode(arguments[0]);
                            default -> "urdma copy --bwlimit-file";
                        };
        Object proxy =
                Proxy.newProxyInstance(
                        RateFile.class.getClassLoader(), new Class<?>[] {handler}, calls);
        Object number = signal.getConstructor(String.class).newInstance(name);
        var _ = signal.getMethod("handle", signal, handler).invoke(null, number, proxy);
    }
}
