package org.urdma4j.transport.port.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.transport.port.BackendEnd;
import org.urdma4j.transport.port.BackendSuite;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.VerbsException;

/** Queue pairs that are connected under the GIDs that interfaces have by their MAC addresses. */
@Tag("netns")
class LinkLocalGidTest {
    private VethPair link;

    @BeforeEach
    void join() throws Exception {
        link = VethPair.make(9000);
    }

    @AfterEach
    void leave() {
        link.close();
    }

    private FramePortConfig config(GidType type, boolean ipv4, int host) {
        return FramePortConfig.builder(VethPair.address(ipv4, host)).gidType(type).build();
    }

    private BackendEnd open(GidType type, boolean ipv4, int host) throws Exception {
        FramePortConfig config = config(type, ipv4, host);
        return new BackendEnd(
                host == 1
                        ? link.first(() -> RawPort.open(config))
                        : link.second(() -> RawPort.open(config)));
    }

    private static Gid linkLocal(BackendEnd end) {
        Gid gid = end.context.queryGid(1, 0);
        assertThat(gid.isLinkLocal()).isTrue();
        return gid;
    }

    @ParameterizedTest
    @CsvSource({
        "ROCE_V1, true, true",
        "ROCE_V1, false, false",
        "ROCE_V2, true, true",
        "ROCE_V2, true, false",
        "ROCE_V2, false, true"
    })
    void shouldConnectTwoInterfaces(GidType type, boolean ipv4, boolean standard) throws Exception {
        try (BackendEnd a = open(type, ipv4, 1);
                BackendEnd b = open(type, ipv4, 2)) {
            QpAttr options = standard ? new QpAttr() : BackendSuite.urdma();
            BackendEnd.connect(a, linkLocal(a), b, linkLocal(b), options);

            BackendEnd.exchange(a, b);
        }
    }

    @ParameterizedTest
    @CsvSource({"ROCE_V1", "ROCE_V2"})
    void shouldConnectTwoQueuePairsOfOneDevice(GidType type) throws Exception {
        try (BackendEnd a = open(type, true, 1);
                BackendEnd b = BackendEnd.beside(a)) {
            BackendEnd.connect(a, linkLocal(a), b, linkLocal(b), new QpAttr());

            BackendEnd.exchange(a, b);
        }
    }

    /** All devices of an interface have its link-local GID; each its own queue pairs. */
    @Test
    void shouldLetAnotherDeviceOfTheInterfaceHaveItToo() throws Exception {
        try (BackendEnd a = open(GidType.ROCE_V2, true, 1);
                BackendEnd beside = open(GidType.ROCE_V2, false, 1);
                BackendEnd b = open(GidType.ROCE_V2, true, 2)) {
            BackendEnd.connect(beside, linkLocal(beside), b, linkLocal(b), new QpAttr());

            BackendEnd.exchange(beside, b);
            assertThat(linkLocal(beside)).isEqualTo(linkLocal(a));
        }
    }

    @Test
    void shouldSayThatAnAddressOfAnotherFamilyIsNotTheWay() throws Exception {
        try (BackendEnd a = open(GidType.ROCE_V2, true, 1)) {
            int address = a.context.findGid(1, GidType.ROCE_V2).gidIndex();
            AhAttr way = new AhAttr(GlobalRoute.to(linkLocal(a), address), 0, 1);

            assertThatExceptionOfType(VerbsException.class)
                    .isThrownBy(() -> a.context.allocPd().createAh(way))
                    .withMessageContaining("same family")
                    .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENETUNREACH));
        }
    }
}
