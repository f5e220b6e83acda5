package org.urdma4j.rdmacore;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What {@link GuestRun} printed, compared with what Linux's Soft-RoCE is known to do. */
final class GuestVerdicts {
    /**
     * Cases that don't hold on rxe (Linux 6.1, librxe of rdma-core 44), whoever uses it, with what
     * shows how: the event that doesn't come, or what comes in place of what is right. See
     * docs/notebook/hardware.md.
     */
    static final Map<String, String> OF_THE_DEVICE =
            Map.ofEntries(
                    Map.entry(
                            "CompletionCases.shouldEndTheQueuePairWhenItsQueueOverruns",
                            "but was: RTS"),
                    Map.entry(
                            "FailureCases.shouldFailBothSidesOfAMessageThatIsTooLong",
                            "but was: REM_OP_ERR"),
                    Map.entry(
                            "FailureCases.shouldFailBothSidesWhenTheMemoryOfAReceiveIsWrong",
                            "but was: LOC_QP_OP_ERR"),
                    Map.entry(
                            "FailureCases.shouldFlushWhatIsPostedInTheErrorState",
                            "[a completion event]"),
                    Map.entry(
                            "FailureCases.shouldRefuseAccessThatWasNotGiven",
                            "[event QP_ACCESS_ERR]"),
                    Map.entry(
                            "FailureCases.shouldRefuseAtomicsAtAddressesThatAreNotAligned",
                            "but was: INVALID_REQUEST"),
                    Map.entry(
                            "FailureCases.shouldRefuseWhatTheQueuePairDoesNotAllow",
                            "[event QP_REQ_ERR]"),
                    Map.entry(
                            "SharedReceiveCases.shouldFlushTheReceiveThatAFailedMessageHadTaken",
                            "but was: LOC_QP_OP_ERR"),
                    Map.entry(
                            "SharedReceiveCases.shouldHoldAsManyAsItWasLastSizedFor",
                            "but was: OK"),
                    Map.entry(
                            "SharedReceiveCases.shouldLeaveTheReceivesToOthersWhenAQueuePairFails",
                            "[event QP_LAST_WQE_REACHED]"),
                    Map.entry(
                            "SharedReceiveCases.shouldTellOnceThatReceivesRunLow",
                            "[event SRQ_LIMIT_REACHED]"),
                    Map.entry(
                            "SharedReceiveCases.shouldUseTheMemoryOfTheQueuesOwnDomain",
                            "but was: LOC_QP_OP_ERR"),
                    Map.entry(
                            "StateCases.shouldDrainTheSendQueueAndTakeOtherLimitsMeanwhile",
                            "[a completion event]"),
                    Map.entry("StateCases.shouldTellThatThePeerIsThere", "[event COMM_EST]"),
                    Map.entry(
                            "UnreliableTroubleCases.shouldStopSendingOnlyAndGoOn",
                            "but was: LOC_QP_OP_ERR"),
                    Map.entry(
                            "WindowCases.shouldInvalidateARegionHereAndFromThere",
                            "but was: LOC_QP_OP_ERR"));

    private static final Set<String> RESULTS = Set.of("passed", "skipped", "FAILED");

    /** A case with one set of parameters; {@code name} is without them. */
    private record Verdict(String result, String name, String text) {}

    private GuestVerdicts() {}

    /**
     * Returns a line for each case that fails in another way than is known, is skipped for another
     * reason than that something isn't supported, or is on the list and holds or wasn't run.
     */
    static List<String> surprises(List<String> lines) {
        List<String> surprises = new ArrayList<>();
        Set<String> unseen = new TreeSet<>(OF_THE_DEVICE.keySet());
        for (Verdict verdict : verdicts(lines)) {
            unseen.remove(verdict.name());
            String known = OF_THE_DEVICE.get(verdict.name());
            boolean expected =
                    switch (verdict.result()) {
                        case "passed" -> known == null;
                        case "skipped" -> verdict.text().contains("EOPNOTSUPP");
                        default -> known != null && verdict.text().contains(known);
                    };
            if (!expected) {
                surprises.add(
                        known == null
                                ? verdict.text()
                                : "%s; known: %s".formatted(verdict.text(), known));
            }
        }
        unseen.forEach(name -> surprises.add("not run: " + name));
        return surprises;
    }

    /** Returns how many cases had a result. */
    static long count(List<String> lines, String result) {
        return verdicts(lines).stream().filter(each -> each.result().equals(result)).count();
    }

    private static List<Verdict> verdicts(List<String> lines) {
        List<Verdict> verdicts = new ArrayList<>();
        for (String line : lines) {
            String[] words = line.split(" +", 3);
            if (words.length > 1 && RESULTS.contains(words[0])) {
                verdicts.add(new Verdict(words[0], words[1], line));
            } else if (!verdicts.isEmpty()) {
                Verdict last = verdicts.removeLast();
                verdicts.add(new Verdict(last.result(), last.name(), last.text() + "\n" + line));
            }
        }
        return verdicts;
    }
}
