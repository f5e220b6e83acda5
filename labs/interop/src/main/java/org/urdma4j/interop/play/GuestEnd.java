package org.urdma4j.interop.play;

import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The guest's end: the client of rxe-peer, whose main.c tells the protocol. */
final class GuestEnd implements End {
    private static final int PATIENCE_MS = 20_000;
    private static final int DRAINED_MS = 500;
    private static final Pattern BLANK = Pattern.compile(" ");
    private static final HexFormat HEX = HexFormat.of();

    private final Socket socket = new Socket();
    private final BufferedReader answers;
    private final OutputStream requests;
    private final Map<String, String> created;
    private final int rnrRetry;
    private int qpn;

    GuestEnd(PlayNet net, IpVersion ip, Options options) throws IOException {
        socket.connect(net.control(), PATIENCE_MS);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(2 * PATIENCE_MS);
        answers =
                new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        requests = socket.getOutputStream();
        created =
                values(
                        "create type=%s ip=%s size=%d qkey=%d"
                                .formatted(
                                        options.type().name().toLowerCase(Locale.ROOT),
                                        ip.digit,
                                        options.memory(),
                                        OurEnd.QKEY));
        qpn = Integer.parseInt(created.get("qpn"));
        rnrRetry = options.rnrRetry();
    }

    @Override
    public String name() {
        return "rxe";
    }

    @Override
    public int qpn() {
        return qpn;
    }

    @Override
    public Gid gid() {
        return Gid.parse(created.get("gid"));
    }

    @Override
    public long address() {
        return Long.decode(created.get("address"));
    }

    @Override
    public int rkey() {
        return (int) (long) Long.decode(created.get("rkey"));
    }

    @Override
    public void connect(End peer, int mtu, int sendPsn, int receivePsn) throws IOException {
        call(
                "connect qpn=%d gid=%s mtu=%d send_psn=%d recv_psn=%d rnr_retry=%d"
                        .formatted(peer.qpn(), peer.gid(), mtu, sendPsn, receivePsn, rnrRetry));
    }

    /** Returns the sequence number that the responder expects next. */
    int expectedPsn() throws IOException {
        return Integer.decode(values("state").get("recv_psn"));
    }

    /** Returns the sequence number that the requester uses next. */
    int nextPsn() throws IOException {
        return Integer.decode(values("state").get("send_psn"));
    }

    /** Returns what the device has counted since the guest was started. */
    Map<String, String> counters() throws IOException {
        return values("counters");
    }

    @Override
    public void fill(long at, long size, long seed) throws IOException {
        call("fill at=%d size=%d seed=%d".formatted(at, size, seed));
    }

    @Override
    public int sum(long at, long size) throws IOException {
        return (int)
                (long) Long.decode(values("sum at=%d size=%d".formatted(at, size)).get("crc32"));
    }

    @Override
    public byte[] peek(long at, int size) throws IOException {
        return HEX.parseHex(values("peek at=%d size=%d".formatted(at, size)).get("hex"));
    }

    @Override
    public void poke(long at, byte[] bytes) throws IOException {
        call("poke at=%d hex=%s".formatted(at, HEX.formatHex(bytes)));
    }

    @Override
    public void postReceive(long id, long at, long size) throws IOException {
        call("receive id=%d at=%d size=%d".formatted(id, at, size));
    }

    @Override
    public void post(Request request, End peer) throws IOException {
        String operands =
                "compare=0x%x swap=0x%x add=0x%x"
                        .formatted(request.compareAdd(), request.swap(), request.compareAdd());
        int key =
                request.opcode() == WrOpcode.SEND_WITH_INV
                        ? request.imm()
                        : peer.rkey() + request.rkeyChange();
        String remote = "address=%d rkey=0x%x".formatted(peer.address() + request.remoteAt(), key);
        call(
                "post op=%s id=%d at=%d size=%d %s imm=0x%x %s"
                        .formatted(
                                name(request.opcode()),
                                request.id(),
                                request.at(),
                                request.size(),
                                remote,
                                request.imm(),
                                operands));
    }

    private static String name(WrOpcode opcode) {
        return switch (opcode) {
            case SEND -> "send";
            case SEND_WITH_IMM -> "send_imm";
            case SEND_WITH_INV -> "send_inv";
            case RDMA_WRITE -> "write";
            case RDMA_WRITE_WITH_IMM -> "write_imm";
            case RDMA_READ -> "read";
            case ATOMIC_CMP_AND_SWP -> "swap";
            case ATOMIC_FETCH_AND_ADD -> "add";
            case LOCAL_INV, BIND_MW, TSO, DRIVER1, FLUSH, ATOMIC_WRITE ->
                    throw new IllegalArgumentException("rxe-peer doesn't post " + opcode);
        };
    }

    @Override
    public int window(long at, int size) throws IOException {
        return (int)
                (long) Long.decode(values("window at=%d size=%d".formatted(at, size)).get("rkey"));
    }

    @Override
    public void renew() throws IOException {
        qpn = Integer.parseInt(values("renew").get("qpn"));
    }

    @Override
    public List<Completion> drain(int count) throws IOException {
        return complete(count, DRAINED_MS);
    }

    @Override
    public List<Completion> complete(int count) throws IOException {
        return complete(count, PATIENCE_MS);
    }

    private List<Completion> complete(int count, int patienceMs) throws IOException {
        String[] words =
                BLANK.split(call("complete count=%d millis=%d".formatted(count, patienceMs)));
        List<Completion> completions = new ArrayList<>();
        for (String word : List.of(words).subList(1, words.length)) {
            String[] fields = word.split(":", -1);
            WcStatus status = WcStatus.fromValue(Integer.parseInt(fields[1]));
            boolean success = status == WcStatus.SUCCESS;
            completions.add(
                    new Completion(
                            Long.parseLong(fields[0]),
                            status,
                            success ? WcOpcode.fromValue(Integer.parseInt(fields[2])) : null,
                            Long.parseLong(fields[3]),
                            (int) (long) Long.decode(fields[4])));
        }
        return completions;
    }

    private Map<String, String> values(String line) throws IOException {
        return BLANK.splitAsStream(call(line))
                .map(word -> word.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    private String call(String line) throws IOException {
        requests.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        String answer = answers.readLine();
        if (answer == null || !answer.startsWith("ok")) {
            throw new IOException("the guest said to \"%s\": %s".formatted(line, answer));
        }
        return answer.substring(2).strip();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
