package org.urdma4j.report.chart;

/** CSS for pages of {@link PageHead} that have pictures of {@link LineChart}. */
public final class CurveRules {
    /** Whole lines: colours and dashes of six curves, frame and legend. */
    public static final String CSS =
            """
            :root { --c0: #08519c; --c1: #b35806; --c2: #2d7a2c; --c3: #762a83; --c4: #b2182b;
              --c5: #555; }
            @media screen and (prefers-color-scheme: dark) {
              :root { --c0: #9ec9ea; --c1: #f2b26b; --c2: #8fd08e; --c3: #cfa8dd; --c4: #ff8f85;
                --c5: #bbb; }
            }
            figure { margin: 1rem 0; border: 1px solid var(--line); padding: .6rem .8rem; }
            .legend { display: flex; flex-wrap: wrap; gap: .1rem .9rem; font-size: .85rem; }
            svg.swatch { width: 34px; height: 12px; }
            .curve { fill: none; stroke-width: 2; stroke-linejoin: round; }
            .curve.c0 { stroke: var(--c0); } .mark.c0 { fill: var(--c0); }
            .curve.c1 { stroke: var(--c1); stroke-dasharray: 7 4; } .mark.c1 { fill: var(--c1); }
            .curve.c2 { stroke: var(--c2); stroke-dasharray: 2 3; } .mark.c2 { fill: var(--c2); }
            .curve.c3 { stroke: var(--c3); stroke-dasharray: 10 3; } .mark.c3 { fill: var(--c3); }
            .curve.c4 { stroke: var(--c4); stroke-dasharray: 4 2; } .mark.c4 { fill: var(--c4); }
            .curve.c5 { stroke: var(--c5); stroke-dasharray: 12 5; } .mark.c5 { fill: var(--c5); }
            """;

    private CurveRules() {}
}
