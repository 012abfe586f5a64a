import { Link } from '@tanstack/react-router';
import { ChevronRight, ImagePlus, Video, type LucideIcon } from 'lucide-react';
import type { AreaSession } from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import { liveSearchOf, photoSearchOf } from '#web/features/areas/area-search.ts';

const className =
  'flex min-h-11 items-center gap-3 rounded-card border border-line bg-surface px-3.5 py-2.5 hover:border-line-strong';

function LinkText({ icon: Icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  return (
    <>
      <Icon aria-hidden="true" className="size-5 shrink-0 text-accent" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        <span className="block text-small text-ink-2">{text}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
    </>
  );
}

/** The link from the field work of an area to its live inspection. */
export const LiveInspectionLink = ({ areaSession }: { areaSession: AreaSession }) => (
  <Link to="/live-inspection" search={liveSearchOf(areaSession)} className={className}>
    <LinkText icon={Video} title={t('Live Inspection')} text={t('Record a walkthrough with live AI')} />
  </Link>
);

/** The link from the field work of an area to its photo inspection. */
export const PhotoInspectionLink = ({ areaSession }: { areaSession: AreaSession }) => (
  <Link to="/photo-upload" search={photoSearchOf(areaSession)} className={className}>
    <LinkText icon={ImagePlus} title={t('Photo Inspection')} text={t('Add photos with a category and a description')} />
  </Link>
);
