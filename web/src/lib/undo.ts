import { undoSeconds } from '#contract/inspections.ts';
import { t } from '#contract/language.ts';
import { toast, type ToastInput } from '#web/lib/toast.ts';

interface Undoable {
  until: number;
  undo: () => void;
}

/**
 * Decisions that can be undone for a few seconds: by the toast that names them, which stays longer under the pointer, or
 * by `undoLast`, which goes on with the decision before when it is called again. Each is undone once, however often
 * somebody presses.
 */
export function createUndo() {
  let entries: Undoable[] = [];
  const run = (entry: Undoable | undefined) => {
    if (!entry || !entries.includes(entry)) return;
    entries = entries.filter((each) => each !== entry);
    entry.undo();
  };
  return {
    announce(text: Pick<ToastInput, 'title' | 'description'>, undo: () => void) {
      const entry = { until: Date.now() + undoSeconds * 1000, undo };
      entries = [...entries, entry];
      toast({ ...text, seconds: undoSeconds, action: { label: t('Undo'), run: () => run(entry) } });
    },
    undoLast() {
      run(entries.filter(({ until }) => until > Date.now()).at(-1));
    },
  };
}
