package org.urdma4j.protection.aead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.ProviderException;
import java.security.Security;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** Which implementation is taken, by a clock that the implementations themselves turn. */
class CipherChoiceTest {
    private static final int LONGEST = 20;
    private static final Aead GCM = Aead.AES_256_GCM;

    private long nowNs;

    private final CipherSource sound = new JcaSource(Security.getProvider("SunJCE"));
    private final CipherTrials trials =
            new CipherTrials(
                    new CipherCheck(new SplittableRandom(1), LONGEST),
                    new CipherTimer(new SplittableRandom(2), () -> nowNs));

    /** Takes {@code perPacket} and {@code perByte}; with {@code badLength}, errs at it. */
    private class Made implements CipherSource {
        private final String name;
        private final int perPacket;
        private final int perByte;
        private final int badLength;
        private final String known;

        Made(String name, int perPacket, int perByte, int badLength, String known) {
            this.name = name;
            this.perPacket = perPacket;
            this.perByte = perByte;
            this.badLength = badLength;
            this.known = known;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public boolean has(Aead aead) {
            return true;
        }

        @Override
        public String knownFault() {
            return known;
        }

        /** No: then it would be used until it is. */
        @Override
        public boolean isCompiledHere() {
            return false;
        }

        @Override
        public boolean leavesGarbage() {
            return !name.startsWith("clean");
        }

        @Override
        public PacketCipher create(Aead aead, byte[] key, byte[] iv) {
            PacketCipher inner = sound.create(aead, key, iv);
            return new PacketCipher() {
                @Override
                public void seal(
                        long number, MemorySegment extra, MemorySegment memory, long at, int n) {
                    nowNs += perPacket + (long) perByte * n;
                    if (n <= LONGEST) { // what is longer is only timed
                        inner.seal(number, extra, memory, at, n);
                    }
                    if (n == badLength) {
                        byte one = memory.get(ValueLayout.JAVA_BYTE, at);
                        memory.set(ValueLayout.JAVA_BYTE, at, (byte) (one ^ 1));
                    }
                }

                @Override
                public boolean open(
                        long number, MemorySegment extra, MemorySegment memory, long at, int n) {
                    nowNs += 2L * perPacket;
                    return n > LONGEST || inner.open(number, extra, memory, at, n);
                }

                @Override
                public void close() {
                    inner.close();
                }
            };
        }
    }

    private Made made(String name, int perPacket, int perByte) {
        return new Made(name, perPacket, perByte, 0, "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "auto",
                "libcrypto",
                "libcrypto:/a:b/c.so",
                "ipsec-mb",
                "ipsec-mb:x",
                "jca",
                "jca:SunJCE"
            })
    void shouldReadWhatItWrites(String text) {
        assertThat(CipherChoice.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "Auto", "auto:", "auto:x", "libcrypto:", "jca: ", "jca:", ":", "none"})
    void shouldSayWhatMayBeChosen(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CipherChoice.parse(text))
                .withMessage(
                        "'"
                                + text
                                + "' is not auto, libcrypto[:PATH], ipsec-mb[:PATH] or jca[:PROVIDER]");
    }

    @Test
    void shouldTakeTheFastestAndMeasureWhatItCosts() {
        CipherDecision decision =
                CipherChoice.decide(
                        GCM,
                        List.of(made("a", 70, 2), made("b", 500, 1), made("c", 70, 2)),
                        trials);

        assertThat(decision.chosen().source().name()).isEqualTo("b");
        assertThat(decision.why()).isEqualTo("the fastest of 3 without a fault");
        assertThat(decision.trials()).hasSize(3);
        assertThat(decision.chosen().times())
                .containsExactly(
                        new CipherTime(1400, 1900, 1000), new CipherTime(8900, 9400, 1000));
    }

    /** What matters is a byte at both sizes, so that a slow start counts as much as a slow end. */
    @Test
    void shouldWeighBothSizesAlike() {
        CipherDecision decision =
                CipherChoice.decide(
                        GCM, List.of(made("slow start", 9000, 0), made("even", 0, 6)), trials);

        assertThat(decision.chosen().source().name()).isEqualTo("even");
    }

    @Test
    void shouldTakeWhatLeavesNoGarbage() {
        List<CipherSource> candidates = List.of(made("fast", 0, 2), made("clean", 0, 4));
        CipherDecision decision = CipherChoice.decide(GCM, candidates, trials);

        assertThat(decision.chosen().source().name()).isEqualTo("clean");
        assertThat(decision.why()).isEqualTo("the fastest that leaves no garbage");
        assertThat(CipherChoice.choose(GCM, candidates, trials).name()).isEqualTo("clean");
    }

    @Test
    void shouldTakeTheFastestThatLeavesNoGarbage() {
        List<CipherSource> candidates =
                List.of(made("clean slow", 70, 2), made("clean fast", 70, 1), made("fast", 0, 0));
        CipherDecision decision = CipherChoice.decide(GCM, candidates, trials);

        assertThat(decision.chosen().source().name()).isEqualTo("clean fast");
        assertThat(decision.why()).isEqualTo("the fastest that leaves no garbage");
        assertThat(CipherChoice.choose(GCM, candidates, trials).name()).isEqualTo("clean fast");
    }

    /** Also if it is its fault that it is fast, or it can't even be timed. */
    @Test
    void shouldTakeTheNextIfTheFastestErrs() {
        CipherSource dead =
                new Made("clean dead", 1, 1, 0, "") {
                    @Override
                    public PacketCipher create(Aead aead, byte[] key, byte[] iv) {
                        throw new ProviderException("no token");
                    }
                };
        List<CipherSource> candidates =
                List.of(
                        made("clean slow", 70, 2),
                        new Made("clean wrong", 1, 0, 17, ""),
                        dead,
                        made("clean next", 50, 1));

        assertThat(CipherChoice.choose(GCM, candidates, trials).name()).isEqualTo("clean next");
    }

    /** Trying takes time, and a copy begins with it. */
    @Test
    void shouldTimeNothingThatAnotherProcessHasTimed() {
        Map<String, String> kept = new HashMap<>();
        CipherMemory memory = memory(kept);
        List<Made> candidates = List.of(made("clean slow", 1, 9), made("clean fast", 1, 1));

        CipherSource first = CipherChoice.AUTO.choose(GCM, candidates, trials, memory);
        long nowBefore = nowNs;
        CipherSource second = CipherChoice.AUTO.choose(GCM, candidates, trials, memory);

        assertThat(first.name()).isEqualTo("clean fast");
        assertThat(second).isSameAs(candidates.get(1));
        assertThat(kept).containsOnlyKeys("auto of [clean slow, clean fast]");
        // 20 lengths are checked: sealed and opened, sealed and refused.
        assertThat(nowNs - nowBefore).isLessThan(20 * 2 * (3 + 20));
        assertThat(CipherChoice.parse("jca").choose(GCM, candidates, trials, memory).name())
                .isEqualTo("clean fast");
        assertThat(kept).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"clean wrong", "gone", ""})
    void shouldDecideAnewWhereWhatIsKnownIsOfNoUse(String known) {
        Map<String, String> kept = new HashMap<>();
        List<Made> candidates =
                List.of(new Made("clean wrong", 1, 1, 7, ""), made("clean right", 1, 2));
        kept.put("auto of [clean wrong, clean right]", known);

        assertThat(CipherChoice.AUTO.choose(GCM, candidates, trials, memory(kept)).name())
                .isEqualTo("clean right");
        assertThat(kept).containsValue("clean right");
    }

    @Test
    void shouldKeepWhatWasDecidedAtLeisure() {
        Map<String, String> kept = new HashMap<>();
        List<Made> candidates = List.of(made("clean slow", 1, 9), made("clean fast", 1, 1));

        CipherChoice.AUTO.keep(CipherChoice.decide(GCM, candidates, trials), memory(kept));
        CipherChoice.AUTO.keep(
                CipherChoice.decide(GCM, candidates.subList(0, 1), trials), memory(kept));

        assertThat(kept).isEqualTo(Map.of("auto of [clean slow, clean fast]", "clean fast"));
    }

    private static CipherMemory memory(Map<String, String> kept) {
        return new CipherMemory() {
            @Override
            public Optional<String> recall(CipherChoice choice, List<String> candidates) {
                return Optional.ofNullable(kept.get(choice + " of " + candidates));
            }

            @Override
            public void keep(CipherChoice choice, List<String> candidates, String taken) {
                kept.put(choice + " of " + candidates, taken);
            }
        };
    }

    @Test
    void shouldTryNothingElseIfThereIsNothingToChoose() {
        int[] opened = {0};
        CipherSource unasked =
                new Made("other", 1, 1, 0, "") {
                    @Override
                    public PacketCipher create(Aead aead, byte[] key, byte[] iv) {
                        opened[0]++;
                        return super.create(aead, key, iv);
                    }
                };
        List<CipherSource> candidates = List.of(made("clean", 9, 9), unasked);

        assertThat(CipherChoice.choose(GCM, candidates, trials).name()).isEqualTo("clean");
        assertThat(opened[0]).isZero();
        assertThat(CipherChoice.choose(GCM, List.of(unasked), trials).name()).isEqualTo("other");
        assertThat(opened[0]).as("checked, not timed").isEqualTo(1);
    }

    @Test
    void shouldChooseAmongTheOthersIfTheFirstErrs() {
        List<CipherSource> candidates =
                List.of(new Made("clean", 1, 1, 17, ""), made("slow", 9, 9), made("fast", 1, 1));

        assertThat(CipherChoice.choose(GCM, candidates, trials).name()).isEqualTo("fast");
        assertThatIllegalStateException()
                .isThrownBy(
                        () -> CipherChoice.choose(GCM, List.of(new Made("x", 1, 1, 3, "")), trials))
                .withMessageStartingWith("no implementation of AES-256-GCM can be used: x");
    }

    @Test
    void shouldTakeTheFirstOfEquals() {
        CipherDecision decision =
                CipherChoice.decide(GCM, List.of(made("a", 7, 1), made("b", 7, 1)), trials);

        assertThat(decision.chosen().source().name()).isEqualTo("a");
    }

    @Test
    void shouldRefuseTheFastestIfItErrsAtOneLength() {
        Made wrong = new Made("fast", 1, 0, 17, "see JDK-8371864");

        CipherDecision decision =
                CipherChoice.decide(GCM, List.of(wrong, made("slow", 9, 9)), trials);

        assertThat(decision.chosen().source().name()).isEqualTo("slow");
        assertThat(decision.why()).isEqualTo("the only one of 2 without a fault");
        CipherTrial refused = decision.trials().getFirst();
        assertThat(refused.fault()).isEqualTo("encrypts 17 bytes wrongly (see JDK-8371864)");
        assertThat(refused.times()).isEmpty();
    }

    @Test
    void shouldSayWhatIsWrongWithAllIfNoneCanBeUsed() {
        List<CipherSource> bad =
                List.of(new Made("x", 1, 1, 3, ""), new Made("y", 1, 1, 4, "see JDK-8371864"));

        assertThatIllegalStateException()
                .isThrownBy(() -> CipherChoice.decide(GCM, bad, trials))
                .withMessage(
                        "no implementation of AES-256-GCM can be used: x encrypts 3 bytes wrongly; "
                                + "y encrypts 4 bytes wrongly (see JDK-8371864)");
        assertThatIllegalStateException()
                .isThrownBy(() -> CipherChoice.decide(GCM, List.of(), trials))
                .withMessageStartingWith("there is no implementation of AES-256-GCM here");
    }

    @Test
    void shouldRefuseWhatThrowsAnything() {
        CipherSource broken =
                new CipherSource() {
                    @Override
                    public String name() {
                        return "broken";
                    }

                    @Override
                    public boolean has(Aead aead) {
                        return true;
                    }

                    @Override
                    public PacketCipher create(Aead aead, byte[] key, byte[] iv) {
                        throw new ProviderException("no token");
                    }
                };

        assertThat(trials.of(List.of(broken), GCM).getFirst().fault())
                .isEqualTo("fails: java.security.ProviderException: no token");
    }

    /** The message of a refused JDK says where to read on. */
    @Test
    void shouldKnowTheFaultOfTheJdk() {
        assertThat(sound.knownFault()).contains("JDK-8371864");
        assertThat(new JcaSource(Security.getProvider("SUN")).knownFault()).isEmpty();
    }

    @Test
    void shouldFindWhatThisMachineHas() {
        assertThat(CipherChoice.AUTO.candidates(GCM))
                .extracting(CipherSource::name)
                .containsExactlyElementsOf(Sources.all().stream().map(CipherSource::name).toList());
        assertThat(CipherChoice.parse("jca:SunJCE").candidates(GCM))
                .extracting(CipherSource::name)
                .containsExactly(sound.name());
        assertThat(CipherChoice.parse("jca").candidates(GCM))
                .extracting(CipherSource::name)
                .contains(sound.name());
    }

    @Test
    void shouldTakeTheLibraryThatIsNamed() {
        assumeTrue(
                Libcrypto.open(Libcrypto.SYSTEM).isPresent(),
                "no libcrypto 3 here (Debian: libssl3)");
        assertThat(CipherChoice.parse("libcrypto:libcrypto.so.3").candidates(GCM))
                .extracting(CipherSource::name)
                .singleElement()
                .asString()
                .startsWith("libcrypto 3.");
    }

    @Test
    void shouldSayWhyWhatIsWantedIsNotThere() {
        assertThatIllegalStateException()
                .isThrownBy(() -> CipherChoice.parse("jca:Nobody").candidates(GCM))
                .withMessageStartingWith("there is no JCA provider 'Nobody'; AES-256-GCM have ")
                .withMessageContaining("SunJCE");
        assertThatIllegalStateException()
                .isThrownBy(() -> CipherChoice.parse("jca:SUN").candidates(GCM))
                .withMessageMatching("SUN \\S+ has no AES-256-GCM");
        assertThatIllegalStateException()
                .isThrownBy(() -> CipherChoice.parse("libcrypto:/no/such.so").candidates(GCM))
                .withMessageStartingWith("can't load '/no/such.so': ");
    }

    @Test
    @SuppressWarnings("restricted") // another library is looked for
    void shouldRefuseAnotherLibrary() {
        assumeTrue(isThere("libc.so.6"), "not glibc");
        assertThatIllegalStateException()
                .isThrownBy(() -> CipherChoice.parse("libcrypto:libc.so.6").candidates(GCM))
                .withMessage("'libc.so.6' is not OpenSSL's libcrypto");
    }

    /** As 1.1.1 says its version. */
    static long oldVersion() {
        return 0x1010_117fL;
    }

    @Test
    @SuppressWarnings("restricted") // a library is made up
    void shouldRefuseAnOldLibrary() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment version =
                    Linker.nativeLinker()
                            .upcallStub(
                                    MethodHandles.lookup()
                                            .findStatic(
                                                    CipherChoiceTest.class,
                                                    "oldVersion",
                                                    MethodType.methodType(long.class)),
                                    FunctionDescriptor.of(ValueLayout.JAVA_LONG),
                                    arena);
            SymbolLookup old =
                    name ->
                            name.equals("OpenSSL_version_num")
                                    ? Optional.of(version)
                                    : Optional.empty();

            assertThatIllegalStateException()
                    .isThrownBy(() -> Libcrypto.of("old.so", old))
                    .withMessage("'old.so' is OpenSSL 1.1, older than 3.0");
        }
    }

    @SuppressWarnings("restricted") // another library is looked for
    private static boolean isThere(String library) {
        try (Arena arena = Arena.ofConfined()) {
            return SymbolLookup.libraryLookup(library, arena).find("malloc").isPresent();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
