import { useEffect, useRef, useState, type ReactNode } from 'react';

/** How many rows come and go together. */
const size = 20;
/** How far from the view rows have their content, so that nobody scrolls faster than it comes. */
const margin = '1500px 0px';
/** Of a row that was not shown yet, in pixels. */
const usualHeight = 57;

interface NearRowsProps<Row> {
  rows: readonly Row[];
  /** A row with its content, or of a given height without it; a row element either way, so that focus stays. */
  children: (row: Row, emptyHeight: number | null) => ReactNode;
}

/** One body of a table. Far from the view its rows keep the heights that they had. */
function NearBody<Row>({ rows, begun, children }: NearRowsProps<Row> & { begun: boolean }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [heights, setHeights] = useState<readonly number[] | null>(begun ? null : []);
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const isNear = entries.at(-1)?.isIntersecting;
        setHeights((before) => (isNear ? null : (before ?? [...element.rows].map((row) => row.offsetHeight))));
      },
      { rootMargin: margin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <tbody ref={body}>{rows.map((row, index) => children(row, heights && (heights[index] ?? usualHeight)))}</tbody>
  );
}

/** The bodies of a long table. Every row is there for keys and screen readers, but only those near the view have content. */
export function NearRows<Row>({ rows, children }: NearRowsProps<Row>) {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => (
    <NearBody key={index} begun={index < 2} rows={rows.slice(index * size, (index + 1) * size)}>
      {children}
    </NearBody>
  ));
}

/** The only cell of a row without content; its text is what a search in the page finds. */
export const EmptyCell = ({ columns, height, children }: { columns: number; height: number; children: string }) => (
  <td colSpan={columns} className="max-w-0 truncate border-b border-line px-[18px] text-ink-3" style={{ height }}>
    {children}
  </td>
);
