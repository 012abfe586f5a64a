import { Circle, MoveUpRight, Trash2, Type, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { t } from '#contract/language.ts';
import { markKinds, maxMarks, maxMarkText, type MarkKind, type PhotoMark } from '#contract/photo-marks.ts';
import { MarkEditor } from '#web/features/photos/components/mark-editor.tsx';
import { PhotoStage } from '#web/features/photos/components/photo-stage.tsx';
import { markLabel, markNames } from '#web/features/photos/mark-geometry.ts';
import { useMarkDrawing, type MarkDrawing } from '#web/features/photos/use-mark-drawing.ts';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Input } from '#web/ui/input.tsx';

const icons = { arrow: MoveUpRight, circle: Circle, text: Type } as const;
const hints: Record<MarkKind, string> = {
  arrow: t('Drag toward the spot on the photo.'),
  circle: t('Drag around the spot on the photo.'),
  text: t('Tap the photo where the text belongs.'),
};

function Tools({ tool, onTool }: { tool: MarkKind; onTool: (tool: MarkKind) => void }) {
  return (
    <div role="group" aria-label={t('Tool')} className="grid grid-cols-3 gap-2">
      {markKinds.map((kind) => {
        const Icon = icons[kind];
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={tool === kind}
            className={cn(
              'flex min-h-12 items-center justify-center gap-2 rounded-control border border-line bg-surface font-semibold [&_svg]:size-5',
              tool === kind && 'border-accent bg-accent-soft text-accent',
            )}
            onClick={() => onTool(kind)}
          >
            <Icon aria-hidden="true" />
            {markNames[kind]}
          </button>
        );
      })}
    </div>
  );
}

// Defined outside the component, so that React calls it only once per field.
const focus = (input: HTMLInputElement | null) => input?.focus();

/** The input for the text of the selected mark. */
function TextField({ drawing, mark }: { drawing: MarkDrawing; mark: PhotoMark & { kind: 'text' } }) {
  const isTyping = useRef(false);
  return (
    <Field label={t('Text')}>
      {(control) => (
        <Input
          {...control}
          ref={focus}
          autoComplete="off"
          maxLength={maxMarkText}
          value={mark.text}
          onChange={({ target }) => {
            // Uninterrupted typing is one step to undo.
            if (!isTyping.current) drawing.step();
            isTyping.current = true;
            drawing.put({ ...mark, text: target.value });
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            drawing.select(null);
          }}
        />
      )}
    </Field>
  );
}

function MarkList({ drawing }: { drawing: MarkDrawing }) {
  const { marks, selected } = drawing;
  return (
    <ul aria-label={t('Drawn on this photo')} className="grid divide-y divide-line rounded-control border border-line">
      {marks.map((mark) => {
        const label = markLabel(marks, mark);
        return (
          <li key={mark.id} className="flex items-center gap-2 pe-1">
            <button
              type="button"
              aria-pressed={mark === selected}
              className="min-h-11 min-w-0 flex-1 truncate px-3 text-start aria-pressed:font-semibold aria-pressed:text-accent"
              onClick={() => drawing.select(mark.id)}
            >
              {label}
            </button>
            <IconButton label={t('Remove {label}', { label })} onClick={() => drawing.remove(mark.id)}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}

/** The marks to save: without empty texts, and with a new id for each changed mark. */
function savedMarks(before: readonly PhotoMark[], drawn: readonly PhotoMark[]): PhotoMark[] {
  const known = new Map(before.map((mark) => [mark.id, JSON.stringify(mark)]));
  return drawn
    .map((mark) => (mark.kind === 'text' ? { ...mark, text: mark.text.trim() } : mark))
    .filter((mark) => mark.kind !== 'text' || mark.text !== '')
    .map((mark) =>
      known.has(mark.id) && known.get(mark.id) !== JSON.stringify(mark) ? { ...mark, id: crypto.randomUUID() } : mark,
    );
}

interface PhotoMarkingProps {
  picture: Pick<Parameters<typeof PhotoStage>[0], 'src' | 'alt' | 'width' | 'height'>;
  marks: readonly PhotoMark[];
  onSave: (marks: PhotoMark[]) => void;
  onCancel: () => void;
}

/** A photo with drawing tools. */
export function PhotoMarking({ picture, marks, onSave, onCancel }: PhotoMarkingProps) {
  const drawing = useMarkDrawing(marks);
  const [tool, setTool] = useState<MarkKind>('arrow');
  const { selected } = drawing;
  return (
    <>
      <div className="relative h-[46dvh] shrink-0 lg:h-full lg:flex-1">
        <PhotoStage
          {...picture}
          boxes={[]}
          selected={null}
          onSelect={() => undefined}
          onSwipe={() => undefined}
          overlay={<MarkEditor drawing={drawing} tool={tool} />}
        />
      </div>
      <aside className="flex min-h-0 flex-1 flex-col bg-paper text-ink lg:w-[420px] lg:flex-none lg:border-s lg:border-line">
        <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto overscroll-contain px-[18px] py-4">
          <div className="flex items-start justify-between gap-3">
            <div>
              <h2 className="heading">{t('Mark Up')}</h2>
              <p className="text-small text-ink-2">{t('Drawn over the photo. The photo itself stays as it is.')}</p>
            </div>
            <Button variant="ghost" size="sm" className="-me-3" disabled={!drawing.canUndo} onClick={drawing.undo}>
              <Undo2 aria-hidden="true" />
              {t('Undo')}
            </Button>
          </div>
          <Tools
            tool={tool}
            onTool={(next) => {
              setTool(next);
              drawing.select(null);
            }}
          />
          {selected?.kind === 'text' ? (
            <TextField key={selected.id} drawing={drawing} mark={selected} />
          ) : (
            <p role="status" className="text-ink-2">
              {drawing.marks.length < maxMarks
                ? hints[tool]
                : t('A photo takes at most {maxMarks} marks.', { maxMarks })}
            </p>
          )}
          {drawing.marks.length > 0 && <MarkList drawing={drawing} />}
        </div>
        <footer className="grid grid-cols-2 gap-2.5 border-t border-line bg-surface px-[18px] pt-3.5 pb-[max(16px,env(safe-area-inset-bottom))]">
          <Button variant="secondary" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          <Button onClick={() => onSave(savedMarks(marks, drawing.marks))}>{t('Save')}</Button>
        </footer>
      </aside>
    </>
  );
}
