package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.tools.Invocation;

import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Path;

class SimCommandTest {
    private static final String SHORT = "bench sim --rate 10G --rtt 1ms --time 20ms";
    private static final JsonMapper STRICT =
            JsonMapper.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private static Invocation call(String line) {
        return Invocation.of((Object[]) line.split(" "));
    }

    @Test
    void shouldPrintWhatItMeasured() {
        Invocation result = call(SHORT + " --profile standard --flows 2 --reference-rate 5G");

        assertThat(result.status()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .startsWith("standard, 10.000 Gbit/s, RTT 1.000 ms, loss 0.000 %, MTU 4096")
                .contains("goodput ", "bound  ", "queueing delay", "start-up", "Jain's index")
                .contains("flow 2 ");
    }

    @Test
    void shouldPrintExactlyTheKeysOfItsJson() {
        Invocation result = call(SHORT + " --profile standard --loss 0.5% --seed 7 --json");

        assertThat(result.status()).isZero();
        JsonNode run = STRICT.readTree(result.out());
        assertThat(run.propertyNames())
                .containsExactly(
                        "goodput_bps_whole",
                        "goodput_bps_steady",
                        "bound_bps",
                        "retransmitted_share",
                        "spurious_share",
                        "duplicate_share",
                        "repair_share",
                        "queue_delay_ms_p50",
                        "queue_delay_ms_p95",
                        "startup_ms",
                        "jain",
                        "message_ms_p50",
                        "message_ms_p99",
                        "flows",
                        "options");
        assertThat(run.get("bound_bps").doubleValue()).isBetween(9.754e9, 9.755e9);
        assertThat(run.get("goodput_bps_steady").doubleValue()).isPositive();
        assertThat(run.get("retransmitted_share").doubleValue()).isPositive();
        assertThat(run.get("message_ms_p50").isNull()).isTrue();
        assertThat(run.get("flows")).hasSize(1);
        assertThat(run.get("flows").get(0).get("goodput_bps_steady"))
                .isEqualTo(run.get("goodput_bps_steady"));
        JsonNode options = run.get("options");
        assertThat(options.get("rate_bps").longValue()).isEqualTo(10_000_000_000L);
        assertThat(options.get("rtt_ms").doubleValue()).isEqualTo(1);
        assertThat(options.get("loss").doubleValue()).isEqualTo(0.005);
        assertThat(options.get("queue_bytes").longValue()).isEqualTo(1_250_000);
        assertThat(options.get("profile").stringValue()).isEqualTo("standard");
        assertThat(options.get("seed").longValue()).isEqualTo(7);
    }

    @Test
    void shouldRunUrdmaUnlessToldOtherwise() {
        Invocation result =
                call(
                        SHORT
                                + " --loss-model ge:0.1%,25% --fec 20,4 --reference-rate 9G"
                                + " --reference-floor hard --initial-window 64 --json");

        assertThat(result.err()).isEmpty();
        JsonNode run = STRICT.readTree(result.out());
        JsonNode options = run.get("options");
        assertThat(options.get("profile").stringValue()).isEqualTo("urdma");
        assertThat(options.get("cc").stringValue()).isEqualTo("rrcc");
        assertThat(options.get("loss_model").stringValue()).isEqualTo("ge:0.001,0.25,1,0");
        assertThat(options.get("fec").stringValue()).isEqualTo("20,4");
        assertThat(options.get("reference_floor").stringValue()).isEqualTo("hard");
        assertThat(options.get("initial_window").intValue()).isEqualTo(64);
        assertThat(run.get("goodput_bps_steady").doubleValue()).isGreaterThan(5e9);
    }

    /** 1 MiB a round trip of 20 ms, less what waits for an acknowledgement of several packets. */
    @Test
    void shouldHaveNoMoreOnTheWayThanItsWindow() {
        Invocation result =
                call(
                        "bench sim --profile standard --rate 10G --rtt 20ms --window 1M --time 1s"
                                + " --json");

        JsonNode run = STRICT.readTree(result.out());
        assertThat(run.get("options").get("window_bytes").longValue()).isEqualTo(1 << 20);
        assertThat(run.get("goodput_bps_steady").doubleValue())
                .isBetween(0.8 * (1 << 20) * 8 / 0.02, (1 << 20) * 8 / 0.02);
    }

    @Test
    void shouldRunTcpWithTrafficBesideAndATrace(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("run.html");

        Invocation result =
                call(
                        "bench sim --rate 100M --rtt 10ms --time 1s --profile bbr --beside"
                                + " cubic:1,udp:10M@500ms --trace 100ms --json --html "
                                + page);

        assertThat(result.err()).isEmpty();
        JsonNode run = STRICT.readTree(result.out());
        assertThat(run.get("options").get("profile").stringValue()).isEqualTo("bbr");
        assertThat(run.get("options").get("cc").isNull()).isTrue();
        assertThat(run.get("options").get("mtu").intValue()).isEqualTo(1448);
        assertThat(run.get("beside")).hasSize(2);
        assertThat(run.get("beside").get(1).get("rate_bps").longValue()).isEqualTo(10_000_000);
        assertThat(run.get("beside").get(1).get("start_ms").doubleValue()).isEqualTo(500);
        JsonNode trace = run.get("trace");
        assertThat(trace.get("step_ms").doubleValue()).isEqualTo(100);
        assertThat(trace.get("queue_bytes")).hasSize(10);
        assertThat(trace.get("flows").get(0).get("state").get(0).stringValue()).isNotEmpty();
        assertThat(trace.get("beside").get(1).get("goodput_bps").get(9).doubleValue())
                .isBetween(8e6, 10e6);
        assertThat(page).content().contains("<svg", "bbr over 0.1 Gbit/s");
    }

    /** All at once, and an option that is given holds. */
    @Test
    void shouldDoAsInThePaper() {
        JsonNode all = STRICT.readTree(call(SHORT + " --paper --json").out()).get("options");
        assertThat(all.get("paper").toString())
                .isEqualTo("[\"rtt\",\"cycle\",\"decrease\",\"fec\",\"sack\"]");
        assertThat(all.get("fec").stringValue()).isEqualTo("paper");
        assertThat(all.get("initial_window").intValue()).isEqualTo(2);
        assertThat(all.get("reference_floor").stringValue()).isEqualTo("lapse");

        JsonNode some =
                STRICT.readTree(
                                call(SHORT
                                                + " --paper floor,rtt --reference-rate 5G"
                                                + " --fec off --sack 8,2ms --json")
                                        .out())
                        .get("options");
        assertThat(some.get("paper").toString()).isEqualTo("[\"rtt\",\"floor\",\"sack\"]");
        assertThat(some.get("reference_floor").stringValue()).isEqualTo("hard");
        assertThat(some.get("sack").get("packets").intValue()).isEqualTo(8);
        assertThat(some.get("fec").stringValue()).isEqualTo("off");
    }

    @Test
    void shouldPutTcpIntoAMatrix() {
        Invocation result =
                call(
                        "bench sim --matrix --rate 100M --mtu 1024 --cc background --profiles"
                                + " cubic,urdma --rtts 10ms --losses 0,1% --time 2s");

        assertThat(result.err()).isEmpty();
        assertThat(result.out()).contains("cubic: steady goodput", "urdma: steady goodput");
    }

    @Test
    void shouldTimeMessages() {
        Invocation result =
                call(
                        "bench sim --profile standard --rate 10G --rtt 1ms --message 64K"
                                + " --messages 20 --json");

        JsonNode run = STRICT.readTree(result.out());
        // 16 packets of 4178 bytes at 10 Gbit/s, and the round trip
        assertThat(run.get("message_ms_p50").doubleValue()).isBetween(1.053, 1.056);
        assertThat(run.get("message_ms_p99").doubleValue()).isBetween(1.053, 1.056);
    }

    @Test
    void shouldSayWhenAConnectionBroke() {
        Invocation result =
                call(SHORT.replace("20ms", "200ms") + " --profile standard --loss 100% --json");

        assertThat(result.status()).isZero();
        assertThat(result.err()).startsWith("urdma: a connection broke: RETRY_EXC_ERR after 0.");
        JsonNode run = STRICT.readTree(result.out());
        assertThat(run.get("flows").get(0).get("failure").stringValue()).startsWith("RETRY_EXC");
        assertThat(run.get("startup_ms").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--rate 100X | \"100X\" is not a rate",
                "--rate 0 | --rate must be",
                "--rtt 20 | \"20\" is not a time",
                "--loss 2 | probability",
                "--loss-model gilbert | \"gilbert\" is no loss model; use bernoulli, ge:p,r,h",
                "--loss-model ge:0.1%,25% --loss 3% | leave --loss out",
                "--queue 1x0s | \"1x0s\" is not a time",
                "--queue 1bpd | \"1bpd\" is not a size",
                "--queue xbdp | \"xbdp\" is not a queue",
                "--profile tcp | --profile is standard or urdma or cubic or bbr, not \"tcp\"",
                "--profile cubic --cc rrcc | --profile cubic or bbr says it of TCP",
                "--profile bbr --mtu 4096 | has 1448 bytes in a packet; leave --mtu out",
                "--profile bbr --message 1M | has no messages; leave --message out",
                "--profile cubic --window 1M | finds its window; leave --window out",
                "--profile cubic --fec auto | has no FEC; leave --fec out",
                "--profile cubic --reference-rate 1G | leave --reference-rate out",
                "--profile cubic --rails 1G/1ms/0 | has one path; leave --rails out",
                "--sack 64 | \"64\" is not N,T; write it like --sack 64,1ms",
                "--sack 0,1ms | N of --sack",
                "--sack 64,1s | T of --sack in us",
                "--sack 64,10ns | T of --sack in us",
                "--profile standard --sack 64,1ms | --paper and --sack are URDMA's",
                "--profile cubic --paper | --paper and --sack are URDMA's",
                "--paper fast | --paper is rtt or cycle or decrease or floor or fec or sack, not",
                "--paper floor | --paper floor needs --reference-rate",
                "--paper cycle --cc background | --paper cycle and decrease are about --cc rrcc",
                "--drop 0 | --drop counts packets from 1 upwards",
                "--drop 1 --rails 1G/1ms/0 | --drop counts the packets of one path",
                "--mtu 0 | --mtu must be at least 1",
                "--beside cubic | \"cubic\" is no traffic beside; write it like cubic:2",
                "--beside reno:1 | \"reno:1\" is no traffic beside",
                "--beside urdma:1 | \"urdma:1\" is no traffic beside",
                "--beside cubic:0 | cubic:0: flows are 1 to 99",
                "--beside cubic:1, | \"\" is no traffic beside",
                "--beside cubic:1@9s | --beside cubic starts when the run is over",
                "--beside cubic:60,bbr:5 | --beside takes 64 flows at most",
                "--beside udp:1 | udp:1: its rate must be 1M at least",
                "--beside udp:1G --rails 1G/1ms/0 | --beside goes over one path",
                "--trace | --trace is for --json or --html FILE; add one of them",
                "--trace 9s --json | --trace is 9s, must be in --time once at least",
                "--trace 1us --json | --trace is 1us, must be in --time once at least and 100000",
                "--trace 0 --json | --trace is 0, must be in --time once",
                "--html x.html | --html needs --matrix or --trace",
                "--matrix --trace | --trace does not go with --matrix",
                "--profile standard --cc rrcc | --cc rrcc needs the reports of URDMA",
                "--cc cubic | or timely-patched or rrcc+grants or grants or background or rrcc-rivals, not",
                "--profile standard --cc rrcc+grants | --cc rrcc+grants needs the reports of URDMA",
                "--grants 1G | --grants needs --cc rrcc+grants or grants",
                "--cc grants --grants 200G | --grants is above the port's rate",
                "--cc grants --grants 0 | --grants must be at least 1",
                "--cc dcqcn --ecn none | --cc dcqcn goes by the marks",
                "--ecn 5KB | \"5KB\" is not K_MIN,K_MAX,P_MAX",
                "--profile standard --fec auto | the standard profile has no FEC",
                "--fec some | FEC mode 'some' is none of: off, auto, paper, K,R",
                "--profile urdma --fec 2d:120,120 | FEC groups have at most 128 repair packets",
                "--reference-floor soft | --reference-floor is hard or lapse, not \"soft\"",
                "--reference-floor hard | --reference-floor hard needs --reference-rate",
                "--window 0 | --window must be at least 1",
                "--initial-window 1 | --initial-window must be 2 to 65535",
                "--mtu 1501 | --mtu is 1501, must be a multiple of 4 from 256 to 16384",
                "--profile standard --mtu 1500 | 1500 bytes is no path MTU",
                "--flows 0 | --flows must be 1 to 64",
                "--flows 2 --stagger 5s | --time must be longer",
                "--messages 5 | --messages needs --message SIZE",
                "--message 0 | --message must be at least 1",
                "--rails 10G | \"10G\" is no rail; write it like 10G/20ms/0.1%",
                "--rails 10G/20ms/0+ | \"\" is no rail",
                "--rails 10G/20ms/0/1 | \"10G/20ms/0/1\" is no rail",
                "--rails 10X/20ms/0 | \"10X\" is not a rate",
                "--rails 10G/20/0 | \"20\" is not a time",
                "--rails 10G/20ms/2 | probability",
                "--rails 1K/20ms/0 | the rate of a rail must be 1M to 4T",
                "--rails 1G/20s/0 | the round trip of a rail must be 1us to 10s",
                "--rails 1G/1ms/0 --rtt 1ms | leave --rate, --rtt, --loss and --loss-model out",
                "--rails 1G/1ms/0 --profile standard | leave --rails out or use --profile urdma",
                "--rails 1G/1ms/0 --kill 1@5s | --kill 1: there is no such rail, the last of 1 is 0",
                "--rails 1G/1ms/0 --revive 7@5s | --revive 7: there is no such rail",
                "--rails 1G/1ms/0 --kill one | \"one\" names no rail and time; write it like 1@5s",
                "--rails 1G/1ms/0 --kill 0@5 | \"5\" is not a time",
                "--kill 0@5s | --kill needs --rails",
                "--revive 0@5s | --revive needs --rails",
                "--entropies 4 | --entropies needs --rails",
                "--rails 1G/1ms/0 --entropies 0 | --entropies must be 1 to 64",
                "--rails 1G/1ms/0 --container 1K | --container is 1024 bytes, less than a packet",
                "--rails 1G/1ms/0 --container 2MiB | --container 2MiB: a container has 1 MiB at most",
                "--rails 1G/1ms/0 --path-policy best | --path-policy is earliest, rr or weighted",
                "--matrix --rails 1G/1ms/0 | --rails does not go with --matrix",
                "--time 0 | --time must be above 0"
            })
    void shouldSayInOneLineWhatIsWrong(String arguments, String message) {
        Invocation result = call("bench sim " + arguments);

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.errLines()).hasSize(2);
        assertThat(result.errLines().getFirst()).startsWith("urdma: ").contains(message);
        assertThat(result.errLines().getLast()).isEqualTo("Try: ./urdma bench sim --help");
    }

    @ParameterizedTest
    @CsvSource({
        "standard, dcqcn, '40000B,160000B,0.2'",
        "urdma, dcqcn, '40000B,160000B,0.2'",
        "standard, timely-patched, none",
        "urdma, timely, none"
    })
    void shouldRunEveryCongestionControl(String profile, String cc, String ecn) {
        Invocation result =
                call(
                        "bench sim --rate 10G --rtt 20us --time 20ms --queue 16MiB --json --profile "
                                + profile
                                + " --cc "
                                + cc);

        assertThat(result.err()).isEmpty();
        JsonNode run = STRICT.readTree(result.out());
        assertThat(run.get("options").get("cc").stringValue()).isEqualTo(cc);
        assertThat(run.get("options").get("ecn").stringValue()).isEqualTo(ecn);
        assertThat(run.get("goodput_bps_steady").doubleValue()).isGreaterThan(9e9);
    }

    @Test
    void shouldTakeAQueueAsATime() {
        Invocation result =
                Invocation.of(
                        (Object[])
                                "bench sim --rate 1G --queue 20ms --rtt 1ms --time 50ms --json"
                                        .split(" "));

        assertThat(LocalServer.json(result.out()).path("options").path("queue_bytes").longValue())
                .isEqualTo(2_500_000);
    }
}
