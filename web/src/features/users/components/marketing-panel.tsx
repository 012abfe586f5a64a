import { FileText, ShieldCheck, Video } from 'lucide-react';
import { t } from '#contract/language.ts';

const points = [
  { icon: Video, text: t('Live video streaming with AI detection') },
  { icon: ShieldCheck, text: t('Comprehensive property compliance') },
  { icon: FileText, text: t('Automated PIP report generation') },
];

/** Camera viewfinder corners around the headline. */
function Corners() {
  const corner = 'absolute size-5 border-accent';
  return (
    <span aria-hidden="true">
      <span className={`${corner} top-0 start-0 border-t-2 border-s-2`} />
      <span className={`${corner} top-0 end-0 border-t-2 border-e-2`} />
      <span className={`${corner} bottom-0 start-0 border-b-2 border-s-2`} />
      <span className={`${corner} end-0 bottom-0 border-e-2 border-b-2`} />
    </span>
  );
}

/** A short description of the product next to the sign-in form. */
export function MarketingPanel() {
  return (
    <div className="grid content-center gap-8">
      <div className="relative p-6 xl:p-8">
        <Corners />
        <h1 className="font-display text-2xl leading-[1.12] font-semibold tracking-[-0.015em] lg:text-3xl xl:text-[2.75rem]">
          {t('AI-Powered Property Inspections')}
        </h1>
        <p className="mt-3 max-w-[40ch] text-ink-2 lg:text-lg">
          {t(
            'From case number to improvement plan. Inspect the property with a phone; every finding has its photo, cost and due date.',
          )}
        </p>
      </div>
      <ul className="grid gap-3.5 px-6 xl:px-8">
        {points.map(({ icon: Icon, text }) => (
          <li key={text} className="flex items-center gap-3 font-medium">
            <span className="grid size-9 shrink-0 place-items-center rounded-control bg-accent-soft text-accent">
              <Icon aria-hidden="true" className="size-[18px]" />
            </span>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
