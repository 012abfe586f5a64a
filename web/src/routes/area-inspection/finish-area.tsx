import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import { areaSearchOf } from '#web/features/areas/area-search.ts';
import { completeArea } from '#web/features/areas/area-outbox.ts';
import { FinishSheet } from '#web/features/inspections/components/finish-sheet.tsx';
import { settled } from '#web/lib/outbox/settled.ts';

interface FinishAreaProps {
  areaSession: AreaSession;
  /** The number of photos that are being analyzed. */
  analyzing: number;
  onClose: () => void;
}

/** The 'Finish' sheet of an area. Its submission is sent after everything else that the device has of the area. */
export default function FinishArea({ areaSession, analyzing, onClose }: FinishAreaProps) {
  const [submitting, setSubmitting] = useState(false);
  const navigate = useNavigate();
  const review = () => navigate({ to: '/area-analysis', search: areaSearchOf(areaSession) });

  async function submit(reason: string | null) {
    setSubmitting(true);
    const outcome = await settled(completeArea(areaSession, reason));
    setSubmitting(false);
    if (outcome !== 'refused') await review();
  }
  return (
    <FinishSheet
      title={t('Finish {name}', { name: areaSession.area.name })}
      scope={{ of: 'area-sessions', id: areaSession.id }}
      evidence={areaSession}
      analyzing={analyzing}
      queued
      busy={submitting ? 'submit' : null}
      onReview={() => void review()}
      onSubmit={(reason) => void submit(reason)}
      onClose={onClose}
    />
  );
}
