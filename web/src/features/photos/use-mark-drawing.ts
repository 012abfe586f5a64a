import { useReducer } from 'react';
import type { PhotoMark } from '#contract/photo-marks.ts';

interface Drawing {
  marks: readonly PhotoMark[];
  /** The marks before each step, for undo. */
  past: readonly (readonly PhotoMark[])[];
  selectedId: string | null;
}

type Action =
  | { type: 'step' }
  | { type: 'put'; mark: PhotoMark }
  | { type: 'remove'; id: string }
  | { type: 'select'; id: string | null }
  | { type: 'undo' };

function reduce(drawing: Drawing, action: Action): Drawing {
  const { marks, past, selectedId } = drawing;
  switch (action.type) {
    case 'step':
      return { ...drawing, past: [...past, marks] };
    case 'put': {
      const known = marks.some(({ id }) => id === action.mark.id);
      const put = known
        ? marks.map((mark) => (mark.id === action.mark.id ? action.mark : mark))
        : [...marks, action.mark];
      return { marks: put, past, selectedId: action.mark.id };
    }
    case 'remove':
      return {
        marks: marks.filter(({ id }) => id !== action.id),
        past: [...past, marks],
        selectedId: selectedId === action.id ? null : selectedId,
      };
    case 'select':
      return { ...drawing, selectedId: action.id };
    case 'undo':
      return past.length === 0 ? drawing : { marks: past.at(-1) ?? [], past: past.slice(0, -1), selectedId: null };
  }
}

/** The marks while a person is drawing. A gesture calls `step` once, then `put` for each movement. */
export function useMarkDrawing(initial: readonly PhotoMark[]) {
  const [{ marks, past, selectedId }, dispatch] = useReducer(reduce, { marks: initial, past: [], selectedId: null });
  return {
    marks,
    selected: marks.find(({ id }) => id === selectedId) ?? null,
    canUndo: past.length > 0,
    step: () => dispatch({ type: 'step' }),
    put: (mark: PhotoMark) => dispatch({ type: 'put', mark }),
    remove: (id: string) => dispatch({ type: 'remove', id }),
    select: (id: string | null) => dispatch({ type: 'select', id }),
    undo: () => dispatch({ type: 'undo' }),
  };
}
export type MarkDrawing = ReturnType<typeof useMarkDrawing>;
