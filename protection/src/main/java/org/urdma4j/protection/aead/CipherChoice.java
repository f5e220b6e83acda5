package org.urdma4j.protection.aead;

import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Which implementation of ciphers somebody wants:
 *
 * <pre>
 * auto              the fastest of ipsec-mb and libcrypto that has no fault, else as jca
 * libcrypto         OpenSSL's, the system's libcrypto.so.3
 * libcrypto:PATH    that of a file
 * ipsec-mb          Intel's, the system's libIPSec_MB.so.1
 * ipsec-mb:PATH     that of a file
 * jca               the fastest of the JVM's providers
 * jca:PROVIDER      that of one provider, such as SunJCE
 * </pre>
 *
 * @param kind of implementation
 * @param name of the library's file or of the provider, empty for any
 */
public record CipherChoice(Kind kind, String name) {
    /** What wants nothing in particular. */
    public static final CipherChoice AUTO = new CipherChoice(Kind.AUTO, "");

    private static final String FORM = "auto, libcrypto[:PATH], ipsec-mb[:PATH] or jca[:PROVIDER]";

    /** Kinds of implementations. */
    public enum Kind {
        AUTO,
        LIBCRYPTO,
        IPSEC_MB,
        JCA
    }

    /**
     * Reads a choice.
     *
     * @throws IllegalArgumentException if it is none; the message says what would be one
     */
    public static CipherChoice parse(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? "" : text.substring(colon + 1);
        Kind kind =
                switch (colon < 0 ? text : text.substring(0, colon)) {
                    case "auto" -> Kind.AUTO;
                    case "libcrypto" -> Kind.LIBCRYPTO;
                    case "ipsec-mb" -> Kind.IPSEC_MB;
                    case "jca" -> Kind.JCA;
                    default -> null;
                };
        if (kind == null || (colon >= 0 && (name.isBlank() || kind == Kind.AUTO))) {
            throw new IllegalArgumentException("'%s' is not %s".formatted(text, FORM));
        }
        return new CipherChoice(kind, name);
    }

    /**
     * Returns the implementations that come into question, in no order of merit. Loads libraries.
     *
     * @throws IllegalStateException if the one that is wanted isn't there; the message says why
     */
    public List<CipherSource> candidates(Aead aead) {
        List<CipherSource> found = new ArrayList<>();
        switch (kind) {
            case LIBCRYPTO -> found.add(Libcrypto.load(name.isEmpty() ? Libcrypto.SYSTEM : name));
            case IPSEC_MB -> found.add(IpsecMb.load(name.isEmpty() ? IpsecMb.SYSTEM : name));
            case JCA -> found.addAll(name.isEmpty() ? providers(aead) : List.of(provider()));
            case AUTO -> {
                Libcrypto.open(Libcrypto.SYSTEM).ifPresent(found::add);
                IpsecMb.open(IpsecMb.SYSTEM).ifPresent(found::add);
                found.addAll(providers(aead));
            }
        }
        if (!name.isEmpty() && !found.getFirst().has(aead)) {
            throw new IllegalStateException(found.getFirst().name() + " has no " + aead);
        }
        return found;
    }

    private static List<JcaSource> providers(Aead aead) {
        List<JcaSource> sources = new ArrayList<>();
        for (Provider provider : Security.getProviders()) {
            JcaSource source = new JcaSource(provider);
            if (source.has(aead)) {
                sources.add(source);
            }
        }
        return sources;
    }

    private JcaSource provider() {
        Provider provider = Security.getProvider(name);
        if (provider == null) {
            throw new IllegalStateException(
                    "there is no JCA provider '%s'; AES-256-GCM have %s"
                            .formatted(
                                    name,
                                    providers(Aead.AES_256_GCM).stream()
                                            .map(JcaSource::provider)
                                            .collect(Collectors.joining(", "))));
        }
        return new JcaSource(provider);
    }

    /**
     * Returns what {@link #decide} takes, and tries no more than it needs for that: only whether it
     * is right, if {@code memory} knows which it is.
     *
     * @throws IllegalStateException as {@link #decide}
     */
    public CipherSource choose(Aead aead, CipherTrials trials, CipherMemory memory) {
        return choose(aead, candidates(aead), trials, memory);
    }

    CipherSource choose(
            Aead aead,
            List<? extends CipherSource> candidates,
            CipherTrials trials,
            CipherMemory memory) {
        if (candidates.size() < 2) {
            return choose(aead, candidates, trials);
        }
        List<String> names = candidates.stream().map(CipherSource::name).toList();
        String known = memory.recall(this, names).orElse("");
        for (CipherSource one : candidates) {
            if (one.name().equals(known) && trials.newFault(one, aead).isEmpty()) {
                return one;
            }
        }
        CipherSource taken = choose(aead, candidates, trials);
        memory.keep(this, names, taken.name());
        return taken;
    }

    /** Keeps what was decided for those who choose. */
    public void keep(CipherDecision decision, CipherMemory memory) {
        List<String> names = decision.trials().stream().map(one -> one.source().name()).toList();
        if (names.size() > 1) {
            memory.keep(this, names, decision.chosen().source().name());
        }
    }

    static CipherSource choose(
            Aead aead, List<? extends CipherSource> candidates, CipherTrials trials) {
        boolean only = candidates.size() == 1;
        List<? extends CipherSource> clean =
                candidates.stream().filter(one -> only || !one.leavesGarbage()).toList();
        for (CipherSource one : trials.fastestFirst(clean, aead)) {
            if (trials.fault(one, aead).isEmpty()) {
                return one;
            }
        }
        return decide(aead, candidates, trials).chosen().source();
    }

    /**
     * Tries the implementations that come into question and takes, of those without a fault that
     * leave no garbage, the fastest, for amid traffic garbage costs more than what is measured
     * here; if there is none, the fastest, of equals the first.
     *
     * @throws IllegalStateException if there is none; the message says what is wrong with each
     */
    public CipherDecision decide(Aead aead, CipherTrials trials) {
        return decide(aead, candidates(aead), trials);
    }

    static CipherDecision decide(
            Aead aead, List<? extends CipherSource> candidates, CipherTrials trials) {
        List<CipherTrial> all = trials.of(candidates, aead);
        List<CipherTrial> sound = all.stream().filter(CipherTrial::isSound).toList();
        CipherTrial fastest =
                sound.stream()
                        .min(CipherTrial.BY_COST)
                        .orElseThrow(() -> new IllegalStateException(refusal(aead, all)));
        CipherTrial best =
                sound.stream()
                        .filter(one -> !one.source().leavesGarbage())
                        .min(CipherTrial.BY_COST)
                        .orElse(fastest);
        if (!best.equals(fastest)) {
            return new CipherDecision(all, best, "the fastest that leaves no garbage");
        }
        String why =
                sound.size() > 1
                        ? "the fastest of %d without a fault".formatted(sound.size())
                        : all.size() > 1
                                ? "the only one of %d without a fault".formatted(all.size())
                                : "the only one that comes into question";
        return new CipherDecision(all, best, why);
    }

    private static String refusal(Aead aead, List<CipherTrial> all) {
        return all.isEmpty()
                ? "there is no implementation of %s here (Debian: libssl3)".formatted(aead)
                : "no implementation of %s can be used: %s"
                        .formatted(
                                aead,
                                all.stream()
                                        .map(one -> one.source().name() + " " + one.fault())
                                        .collect(Collectors.joining("; ")));
    }

    @Override
    public String toString() {
        String word = kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return name.isEmpty() ? word : word + ":" + name;
    }
}
