/** The structure types of ISO 32000 that the documents use. */
export type Tag =
  | 'Sect'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'L'
  | 'LI'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'
  | 'Caption';

interface TagOptions {
  /** The alternative text of a picture. */
  alt?: string;
  /** Left, top, right and bottom of a picture, in points from the top left corner of the page. */
  bbox?: [number, number, number, number];
  /** Whether a heading cell belongs to its row or its column. */
  scope?: 'Row' | 'Column';
}

export interface Tags {
  /** Makes everything that `draw` draws one element inside the open one. */
  within<T>(tag: Tag, draw: () => T, options?: TagOptions): T;
  /** Starts an element that is drawn in several steps, such as a text that continues on the next page. */
  element(tag: Tag): (draw: () => void) => void;
  /** Marks what is drawn as decoration, whatever element is open. */
  decoration(draw: () => void): void;
  /** Draws text or a picture as content of the open element. */
  content(draw: () => void): void;
  beginPage(): void;
}

/** Writes the structure of a document while it is drawn, so that screen readers can read it (PDF/UA, ISO 14289). */
export function createTags(doc: PDFKit.PDFDocument): Tags {
  const root = doc.struct('Document');
  doc.addStructure(root);
  let open: { element: PDFKit.PDFStructureElement; tag: Tag } | null = null;

  function inside<T>(next: typeof open, draw: () => T): T {
    const before = open;
    open = next;
    try {
      return draw();
    } finally {
      open = before;
    }
  }

  function add(tag: Tag, options: TagOptions = {}): NonNullable<typeof open> {
    const element = doc.struct(tag, options as PDFKit.Mixins.StructureElementOptions);
    (open?.element ?? root).add(element);
    return { element, tag };
  }

  const beginDecoration = () => doc.markContent('Artifact', { type: 'Layout' });
  const tags: Tags = {
    within: (tag, draw, options) => inside(add(tag, options), draw),
    element(tag) {
      let made: typeof open = null;
      return (draw) => {
        made ??= add(tag);
        inside(made, draw);
      };
    },
    decoration: (draw) => inside(null, draw),
    content(draw) {
      if (!open) return draw();
      // Everything between the pieces of content is decoration: rules, backgrounds, bars.
      doc.endMarkedContent();
      const piece = doc.markStructureContent(open.tag);
      draw();
      doc.endMarkedContent();
      open.element.add(piece);
      beginDecoration();
    },
    beginPage() {
      // The tab order follows the structure.
      Object.assign(doc.page.dictionary.data, { Tabs: 'S' });
      beginDecoration();
    },
  };
  tags.beginPage();
  return tags;
}
