package org.urdma4j.report.figures;

import java.util.List;

/**
 * A value of a figure.
 *
 * @param figure its number in the paper
 * @param plotted what it shows
 * @param paper its value there
 * @param unit of both values, empty for none
 * @param reading what is read off the run
 * @param arguments of {@code bench sim}
 * @param note why it can't be rebuilt, or what differs; empty if nothing does
 */
public record PaperFigure(
        String figure,
        String plotted,
        String paper,
        String unit,
        Reading reading,
        String arguments,
        String note) {
    private static final String GBITS = "Gbit/s";

    private static final String PHASED =
            "--rate 10G --rtt 20ms --time 12s --beside udp:3G@4s --trace 5ms --html figure-2.html";

    private static final String NO_TIME = "\"very low delay\" is taken for 0.1 ms";

    /** All that the text of the paper gives a value or a course of. */
    public static final List<PaperFigure> ALL =
            List.of(
                    new PaperFigure(
                            "2",
                            "phases of RRCC",
                            "start-up, drain, probing cycles, least round trip",
                            "",
                            Reading.PHASES,
                            PHASED,
                            "the figure has no scale; rate, round trip and the change of"
                                    + " bandwidth at 4 s are ours"),
                    new PaperFigure(
                            "2",
                            "probing cycle of RRCC",
                            "5 to 10",
                            "round trips",
                            Reading.CYCLE,
                            "--rate 10G --rtt 20ms --time 9s --trace 5ms --html cycle.html",
                            ""),
                    new PaperFigure(
                            "5",
                            "go-back-N, packet 2 of 7 lost: sent again",
                            "46.15",
                            "% of what was sent",
                            Reading.SENT_AGAIN,
                            "--profile standard --rate 10G --rtt 20ms --message 28K --messages 1"
                                    + " --drop 2",
                            "the paper says: all from the lost one on, so 6 of 13; its numbers"
                                    + " are in the picture alone"),
                    new PaperFigure(
                            "6",
                            "TC-SACK, packets 2, 4 and 5 of 7 lost: sent again",
                            "30.00",
                            "% of what was sent",
                            Reading.SENT_AGAIN,
                            "--rate 10G --rtt 20ms --message 28K --messages 1 --sack 4,5ms"
                                    + " --drop 2,4,5",
                            "3 of 10; the paper counts what is missing, too, so its N of 7 is 4"
                                    + " packets here"),
                    new PaperFigure(
                            "7",
                            "testbed: delay and loss on the way, traffic of a tester beside",
                            "-",
                            GBITS,
                            Reading.GOODPUT,
                            "--rtt 20ms --loss 0.1% --beside udp:20G --time 3s",
                            "a drawing of devices without a value; how much traffic isn't said,"
                                    + " 20 Gbit/s is ours"),
                    goodput(
                            "8a",
                            "TCP, no delay, no loss",
                            "47.6",
                            "--profile cubic --rtt 0.1ms" + " --time 1s",
                            "not to be rebuilt: the paper lays it to processors and memory that"
                                    + " it doesn't describe; the simulator's hosts have no limit. "
                                    + NO_TIME),
                    goodput(
                            "8a",
                            "TCP, 20 ms, 0.1 %",
                            "0.02",
                            "--profile cubic --rtt 20ms --loss" + " 0.1% --time 20s",
                            ""),
                    goodput(
                            "8a",
                            "TCP, 80 ms, 0.1 %",
                            "about 0",
                            "--profile cubic --rtt 80ms" + " --loss 0.1% --time 20s",
                            ""),
                    goodput(
                            "8b",
                            "RoCEv2, no delay, no loss",
                            "89.86",
                            "--profile standard --rtt" + " 0.1ms --time 1s",
                            NO_TIME),
                    goodput(
                            "8b",
                            "RoCEv2, 80 ms, no loss",
                            "13.23",
                            "--profile standard --rtt" + " 80ms --window 128M --time 2s",
                            "what the NIC may have on its way isn't said; 128 MiB gives the"
                                    + " value, without a bound nothing is lost by delay"),
                    goodput(
                            "8b",
                            "RoCEv2, 20 ms, 0.1 %",
                            "about 0",
                            "--profile standard --rtt" + " 20ms --loss 0.1% --time 2s",
                            "goes back by a round trip for each loss, at once"),
                    goodput(
                            "8b",
                            "RoCEv2, 80 ms, 0.1 %",
                            "0",
                            "--profile standard --rtt 80ms" + " --loss 0.1% --time 4s",
                            ""),
                    goodput(
                            "8c",
                            "URDMA, 20 ms, 0.1 %",
                            "88.26",
                            "--rtt 20ms --loss 0.1% --time" + " 5s",
                            ""),
                    goodput(
                            "8c",
                            "URDMA, 80 ms, 0.1 %",
                            "83.12",
                            "--rtt 80ms --loss 0.1% --time" + " 8s",
                            ""));

    private static PaperFigure goodput(
            String figure, String plotted, String paper, String arguments, String note) {
        return new PaperFigure(figure, plotted, paper, GBITS, Reading.GOODPUT, arguments, note);
    }

    /** Returns the command that runs it alone. */
    public String command() {
        return "./urdma bench sim " + arguments;
    }
}
