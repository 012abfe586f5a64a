import { useEffect, useRef, useState } from 'react';
import type { Finding } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import { photoThumbnailUrl } from '#contract/photos.ts';
import { plural } from '#contract/texts.ts';
import { findingBoxes } from '#web/features/findings/finding-boxes.ts';
import {
  doubtfulPairs,
  earlierPairs,
  questionText,
  useMerge,
  useMarkDifferent,
  type DoubtfulPair,
} from '#web/features/findings/same-defects.ts';
import { BoxedPhoto } from '#web/ui/boxed-photo.tsx';
import { Button } from '#web/ui/button.tsx';

type Open = (finding: Finding) => void;

/** A finding with its photo, which opens unless it is of another inspection. */
function Side({ finding, onOpen }: { finding: Finding; onOpen?: Open }) {
  const content = (
    <>
      {finding.photoId && (
        <BoxedPhoto
          src={photoThumbnailUrl(finding.photoId)}
          alt=""
          boxes={findingBoxes([finding]).map((box) => ({ ...box, label: '' }))}
          className="h-[120px] sm:h-[150px]"
        />
      )}
      <span className="text-small wrap-anywhere">{t(finding.title)}</span>
    </>
  );
  const className = 'grid content-start gap-1.5 rounded-card text-start';
  if (!onOpen || !finding.photoId) return <div className={className}>{content}</div>;
  return (
    <button
      type="button"
      className={className}
      aria-label={t('Open the photo of {title}', { title: finding.title })}
      onClick={() => onOpen(finding)}
    >
      {content}
    </button>
  );
}

function Question({ pair, left, merge, tellApart, onOpen, onAnswer }: QuestionProps) {
  const busy = merge.isPending || tellApart.isPending;
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-strong">{t('Same defect?')}</h3>
        {left > 0 && <span className="text-small text-ink-2">{plural(left, 'more pair')}</span>}
      </div>
      <p className="text-small text-ink-2">{questionText(pair)}</p>
      <div className="grid grid-cols-2 gap-3">
        <Side finding={pair.finding} onOpen={onOpen} />
        <Side finding={pair.other} onOpen={pair.earlierAt ? undefined : onOpen} />
      </div>
      <div className="flex flex-wrap gap-2 *:flex-1">
        <Button
          size="sm"
          variant="secondary"
          pending={tellApart.isPending}
          disabled={busy}
          onClick={() => onAnswer(tellApart)}
        >
          {t('Different')}
        </Button>
        <Button size="sm" pending={merge.isPending} disabled={busy} onClick={() => onAnswer(merge)}>
          {t('Same defect')}
        </Button>
      </div>
    </>
  );
}
type Answer = ReturnType<typeof useMerge>;
interface QuestionProps {
  pair: DoubtfulPair;
  left: number;
  merge: Answer;
  tellApart: Answer;
  onOpen: Open;
  onAnswer: (answer: Answer) => void;
}

/** Asks for each pair of similar findings whether they are the same defect. */
export function SameDefectCard({ findings, onOpen }: { findings: readonly Finding[]; onOpen: Open }) {
  const pairs = [...doubtfulPairs(findings), ...earlierPairs(findings)];
  const [merge, tellApart] = [useMerge(), useMarkDifferent()];
  const [answered, setAnswered] = useState<string | null>(null);
  const card = useRef<HTMLElement>(null);
  const [pair] = pairs;
  const key = pair ? `${pair.finding.id} ${pair.other.id}` : '';
  // The buttons of the answered pair are gone, so the focus moves to the next pair.
  useEffect(() => {
    if (answered !== null && answered !== key) card.current?.focus();
  }, [answered, key]);
  if (!pair && answered === null) return null;
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label={t('Same defect?')}
      className="grid gap-2.5 border-b border-line bg-sunken/60 px-[18px] py-3.5"
    >
      {pair ? (
        <Question
          key={key}
          pair={pair}
          left={pairs.length - 1}
          onOpen={onOpen}
          merge={merge}
          tellApart={tellApart}
          onAnswer={(answer) => {
            setAnswered(key);
            answer.mutate(pair);
          }}
        />
      ) : (
        <p className="text-small text-ink-2">{t('No other findings look like the same defect.')}</p>
      )}
    </section>
  );
}
