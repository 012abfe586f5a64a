import type { PhotoMark, Point } from '#contract/photo-marks.ts';
import { ink, type PdfPage } from './page.ts';
import { printable } from './texts.ts';

/** The place of a photo on a page, in points. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The blue of a mark, which no severity uses. */
const markInk = '#1769e0';
const headLength = 8;
const textStyle = { face: 'strong', size: 7, color: ink.white, leading: 11 } as const;

/** The three corners of an arrow's head; the second one is its tip. */
function headOf(from: Point, to: Point): [Point, Point, Point] {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const corner = (turn: number): Point => ({
    x: to.x - headLength * Math.cos(angle + turn),
    y: to.y - headLength * Math.sin(angle + turn),
  });
  return [corner(0.45), to, corner(-0.45)];
}

/** Draws a path twice: a white line around the colored one keeps it visible on any picture. */
function outlined({ doc }: PdfPage, path: () => void): void {
  for (const [width, color] of [
    [3.4, ink.white],
    [1.6, markInk],
  ] as const) {
    doc.lineWidth(width).lineCap('round').lineJoin('round');
    path();
    doc.stroke(color);
  }
}

/** Draws users' marks over a photo. */
export function drawMarks(pdf: PdfPage, marks: readonly PhotoMark[], frame: Frame): void {
  if (marks.length === 0) return;
  const { doc } = pdf;
  const at = ({ x, y }: Point): Point => ({ x: frame.x + x * frame.width, y: frame.y + y * frame.height });
  doc.save().roundedRect(frame.x, frame.y, frame.width, frame.height, 4).clip();
  for (const mark of marks) {
    if (mark.kind === 'arrow') {
      const [from, to] = [at(mark.from), at(mark.to)];
      const [left, tip, right] = headOf(from, to);
      outlined(pdf, () =>
        doc
          .moveTo(from.x, from.y)
          .lineTo(to.x, to.y)
          .moveTo(left.x, left.y)
          .lineTo(tip.x, tip.y)
          .lineTo(right.x, right.y),
      );
    } else if (mark.kind === 'circle') {
      const { x, y } = at({ x: mark.box.x + mark.box.width / 2, y: mark.box.y + mark.box.height / 2 });
      const radii = [(mark.box.width / 2) * frame.width, (mark.box.height / 2) * frame.height] as const;
      outlined(pdf, () => doc.ellipse(x, y, ...radii));
    } else {
      const { x, y } = at(mark.at);
      const text = printable(mark.text);
      const width = Math.min(frame.width, pdf.widthOf(text, textStyle) + 6);
      const left = Math.max(frame.x, Math.min(x, frame.x + frame.width - width));
      const top = Math.max(frame.y, Math.min(y, frame.y + frame.height - textStyle.leading));
      doc.roundedRect(left, top, width, textStyle.leading, 2).fill(markInk);
      pdf.line(text, textStyle, { x: left + 3, y: top });
    }
  }
  doc.restore();
}
