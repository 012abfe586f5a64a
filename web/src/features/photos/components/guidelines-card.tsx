import { Check, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card, CardHeader } from '#web/ui/card.tsx';

const practices = [
  'Stand so that the light comes from behind you, and hold the phone still.',
  'Take one photo of the whole room, then one of each defect from about an arm’s length.',
  'Show labels, tags and certificates straight on, so that they can be read.',
  'Leave people out of the picture; faces are blurred in every copy that others see.',
];
const analysis = [
  'Names the objects and materials on the photo.',
  'Marks visible damage and safety problems, each with how sure it is.',
  'Says when a photo is too dark, too bright or blurred to judge.',
  'Scores safety, condition and maintenance from the open findings.',
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

/** How to photograph well, and what becomes of the photos. */
export const GuidelinesCard = () => (
  <Card>
    <CardHeader title="Photo guidelines" />
    <div className="grid gap-5 px-[18px] pb-[18px]">
      <List title="Best practices" icon={<Check aria-hidden="true" />} entries={practices} />
      <List title="What the AI analysis does" icon={<Sparkles aria-hidden="true" />} entries={analysis} />
      <p className="text-small text-ink-2">
        The analysis is a second reader. You decide about every finding, and nothing here certifies that a building
        meets a code.
      </p>
    </div>
  </Card>
);
