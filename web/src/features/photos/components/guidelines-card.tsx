import { Check, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#contract/language.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';

const practices = [
  t('Keep the light behind you and hold the phone still.'),
  t('Take one photo of the whole room, then one of each defect from about an arm’s length.'),
  t('Photograph labels, tags and certificates straight on so they can be read.'),
  t('Leave people out of the photo. Faces are blurred in shared copies.'),
];
const analysis = [
  t('Identifies objects and materials in the photo.'),
  t('Marks visible damage and safety problems with a confidence.'),
  t('Flags photos that are too dark, too bright or too blurred.'),
  t('Scores safety, condition and maintenance from open findings.'),
];

function List({ title, icon, entries }: { title: string; icon: ReactNode; entries: readonly string[] }) {
  return (
    <section className="grid gap-1.5">
      <h3 className="font-strong">{title}</h3>
      <ul className="grid gap-1.5 text-ink-2">
        {entries.map((entry) => (
          <li key={entry} className="flex gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-accent">
            {icon}
            {entry}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Tips for good photos, and an explanation of the AI analysis. */
export const GuidelinesCard = () => (
  <Card>
    <CardHeader title={t('Photo guidelines')} />
    <div className="grid gap-5 px-[18px] pb-[18px]">
      <List title={t('Best practices')} icon={<Check aria-hidden="true" />} entries={practices} />
      <List title={t('What the AI analysis does')} icon={<Sparkles aria-hidden="true" />} entries={analysis} />
      <p className="text-small text-ink-2">
        {t('The AI assists you: you decide on every finding. It does not certify code compliance.')}
      </p>
    </div>
  </Card>
);
