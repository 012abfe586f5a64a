import { useEffect, useRef, useState, type ReactNode } from 'react';

/** How many rows are shown and hidden together. */
const rowsPerBody = 20;
/** How far outside the view rows already have their content, so that fast scrolling does not reach empty rows. */
const margin = '1500px 0px';
/** The assumed height in pixels of a row that was never shown. */
const defaultHeight = 57;

interface NearRowsProps<Row> {
  rows: readonly Row[];
  /**
   * Renders a row with its content, or, given `emptyHeight`, without it at that height. Both must be the same row
   * element, so that it keeps the focus.
   */
  children: (row: Row, emptyHeight: number | null) => ReactNode;
}

/** One tbody of the table. Far from the view, its rows are empty but keep their heights. */
function NearBody<Row>({ rows, initiallyShown, children }: NearRowsProps<Row> & { initiallyShown: boolean }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [heights, setHeights] = useState<readonly number[] | null>(initiallyShown ? null : []);
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
    <tbody ref={body}>{rows.map((row, index) => children(row, heights && (heights[index] ?? defaultHeight)))}</tbody>
  );
}

/**
 * The rows of a long table, in several tbody elements. All rows exist for the keyboard and screen readers, but only
 * those near the view have content.
 */
export function NearRows<Row>({ rows, children }: NearRowsProps<Row>) {
  return Array.from({ length: Math.ceil(rows.length / rowsPerBody) }, (_, index) => (
    <NearBody key={index} initiallyShown={index < 2} rows={rows.slice(index * rowsPerBody, (index + 1) * rowsPerBody)}>
      {children}
    </NearBody>
  ));
}

/** The only cell of a row without content. Its text lets the browser's search find the row. */
export const EmptyCell = ({ columns, height, children }: { columns: number; height: number; children: string }) => (
  <td colSpan={columns} className="max-w-0 truncate border-b border-line px-[18px] text-ink-3" style={{ height }}>
    {children}
  </td>
);
