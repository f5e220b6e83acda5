package org.urdma4j.dist.site;

import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Reads a page as GitHub does: CommonMark, its tables, and an anchor for each heading. */
final class Markdown {
    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();

    private final Map<Node, String> anchors = new HashMap<>();
    private final Set<String> taken = new HashSet<>();
    private final List<Page.Section> sections = new ArrayList<>();
    private final UnaryOperator<String> links;
    private final UnaryOperator<String> images;

    private Heading heading;
    private StringBuilder text = new StringBuilder();

    private Markdown(UnaryOperator<String> links, UnaryOperator<String> images) {
        this.links = links;
        this.images = images;
    }

    /**
     * Reads one.
     *
     * @param links what a link leads to, of what is written
     * @param images likewise of where an image is
     */
    static Page read(String source, UnaryOperator<String> links, UnaryOperator<String> images) {
        Markdown markdown = new Markdown(links, images);
        Node document = PARSER.parse(source);
        document.accept(markdown.new Reader());
        markdown.end();
        HtmlRenderer renderer =
                HtmlRenderer.builder()
                        .extensions(List.of(TablesExtension.create()))
                        .attributeProviderFactory(_ ->
                                (node, _, attributes) -> {
                                    String anchor = markdown.anchors.get(node);
                                    if (anchor != null) {
                                        attributes.put("id", anchor);
                                    }
                                })
                        .build();
        String title = markdown.sections.isEmpty() ? "" : markdown.sections.getFirst().heading();
        return new Page(title, renderer.render(document), markdown.sections);
    }

    /** The anchor of a heading, as GitHub makes it, but for those that a page has twice. */
    static String anchor(String heading) {
        return heading.strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
    }

    private void end() {
        if (heading != null) {
            String words = text.toString().replaceAll("\\s+", " ").strip();
            sections.add(
                    new Page.Section(
                            anchors.get(heading), heading.getLevel(), plain(heading), words));
        }
        text = new StringBuilder();
    }

    private static String plain(Node node) {
        StringBuilder plain = new StringBuilder();
        node.accept(
                new AbstractVisitor() {
                    @Override
                    public void visit(Text it) {
                        plain.append(it.getLiteral());
                    }

                    @Override
                    public void visit(Code it) {
                        plain.append(it.getLiteral());
                    }
                });
        return plain.toString();
    }

    private final class Reader extends AbstractVisitor {
        @Override
        public void visit(Heading it) {
            end();
            heading = it;
            String anchor = anchor(plain(it));
            String unique = anchor;
            for (int i = 1; !taken.add(unique); i++) {
                unique = anchor + "-" + i;
            }
            anchors.put(it, unique);
            readLinks(it);
        }

        /** A heading is no part of what stands below it. */
        private void readLinks(Heading it) {
            StringBuilder kept = text;
            text = new StringBuilder();
            visitChildren(it);
            text = kept;
        }

        @Override
        public void visit(Link it) {
            it.setDestination(links.apply(it.getDestination()));
            visitChildren(it);
        }

        @Override
        public void visit(Image it) {
            it.setDestination(images.apply(it.getDestination()));
            visitChildren(it);
        }

        @Override
        public void visit(Text it) {
            text.append(it.getLiteral());
        }

        @Override
        public void visit(Code it) {
            text.append(it.getLiteral());
        }

        @Override
        public void visit(FencedCodeBlock it) {
            text.append(it.getLiteral()).append(' ');
        }

        @Override
        public void visit(IndentedCodeBlock it) {
            text.append(it.getLiteral()).append(' ');
        }

        @Override
        public void visit(SoftLineBreak it) {
            text.append(' ');
        }

        @Override
        public void visit(HardLineBreak it) {
            text.append(' ');
        }

        @Override
        public void visit(Paragraph it) {
            visitChildren(it);
            text.append(' ');
        }

        @Override
        public void visit(ListItem it) {
            visitChildren(it);
            text.append(' ');
        }

        @Override
        public void visit(CustomNode it) {
            visitChildren(it);
            if (it instanceof TableCell) {
                text.append(' ');
            }
        }

        /** A table wider than the window scrolls by itself. */
        @Override
        public void visit(CustomBlock it) {
            visitChildren(it);
            if (it instanceof TableBlock) {
                it.insertBefore(html("<div class=\"wide\">"));
                it.insertAfter(html("</div>"));
            }
        }

        private static HtmlBlock html(String literal) {
            HtmlBlock block = new HtmlBlock();
            block.setLiteral(literal);
            return block;
        }
    }
}
