import { Link } from '@tanstack/react-router';
import { Check, Clock } from 'lucide-react';
import { readinessChecklist } from '#contract/cases.ts';
import { t } from '#contract/language.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';

const steps: readonly (readonly [string, string])[] = [
  [
    t('Receive your case'),
    t(
      'The brand sends you an e-mail with a case number, such as CASE-20261121-K7QM, the due date and its requirements.',
    ),
  ],
  [
    t('Validate case and property'),
    t('Enter the case number to link the property to your profile, and check its details.'),
  ],
  [t('Prepare'), t('Read the requirements, get ready with the list, and choose the areas that your property has.')],
  [
    t('Conduct the inspection'),
    t(
      'Go area by area. Take sharp, well-lit photos. The AI analyzes each one, and you confirm or dismiss its findings.',
    ),
  ],
  [
    t('Review and submit'),
    t(
      'Complete each area. The brand approves it or asks for a re-inspection. The improvement plan lists actions, costs and dates.',
    ),
  ],
];

const notes = [
  t('Report danger to people at once. Do not wait for the report.'),
  t('Never set off a detector or pull station: it can trip the building alarm.'),
  t('Ask guests and staff before they appear in a photo. Faces are blurred in shared copies.'),
  t('Photos are saved before they are analyzed. You can leave an area and continue at any time.'),
  t('The analysis does not certify code compliance.'),
];

/** A guide for a person's first inspection. */
export default function InspectionGuideScreen() {
  return (
    <Page width="narrow">
      <PageHeader
        title={t('Inspection guide')}
        subtitle={
          <span className="inline-flex items-center gap-1.5">
            <Clock aria-hidden="true" className="size-4" />
            {t('Suggested time: 30 to 60 minutes')}
          </span>
        }
      />
      <Card>
        <ol className="divide-y divide-line">
          {steps.map(([title, text], index) => (
            <li key={title} className="flex gap-4 px-[18px] py-4">
              <span aria-hidden="true" className="w-6 shrink-0 font-display text-xl font-semibold text-accent">
                {index + 1}
              </span>
              <div>
                <h2 className="font-strong">{title}</h2>
                <p className="text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </Card>
      <div className="grid gap-5 md:grid-cols-2">
        <Card>
          <CardHeader title={t('What to have ready')} />
          <ul className="grid gap-2 px-[18px] pb-4">
            {readinessChecklist.map((item) => (
              <li key={item} className="flex gap-2.5">
                <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
                {t(item)}
              </li>
            ))}
          </ul>
        </Card>
        <Card>
          <CardHeader title={t('Important notes')} />
          <ul className="grid list-disc gap-2 pe-[18px] pb-4 ps-9 marker:text-ink-3">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Card>
      </div>
      <Button asChild size="lg" className="sm:justify-self-start">
        <Link to="/inspection-setup">{t('Start with your case number')}</Link>
      </Button>
    </Page>
  );
}
