import { Link } from '@tanstack/react-router';
import { ClipboardPlus, Images } from 'lucide-react';
import type { AreaCode } from '#contract/area-codes.ts';
import type { AreaSession } from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import { photoSearchOf } from '#web/features/areas/area-search.ts';
import { Button } from '#web/ui/button.tsx';

interface QuickActionsProps {
  /** The area session that the inspection belongs to, or its own id once it is started. */
  areaSession: AreaSession | null;
  inspectionId: string | null;
  category: AreaCode;
  editable: boolean;
  onAddFinding: () => void;
}

export function QuickActions({ areaSession, inspectionId, category, editable, onAddFinding }: QuickActionsProps) {
  const uploadPhotos = (
    <>
      <Images aria-hidden="true" />
      {t('Upload Photos')}
    </>
  );
  return (
    <section aria-label={t('Quick actions')} className="grid grid-cols-2 gap-2.5">
      {areaSession ? (
        <Button variant="secondary" asChild>
          <Link to="/photo-upload" search={photoSearchOf(areaSession)}>
            {uploadPhotos}
          </Link>
        </Button>
      ) : inspectionId === null ? (
        <Button variant="secondary" disabled>
          {uploadPhotos}
        </Button>
      ) : (
        <Button variant="secondary" asChild>
          <Link to="/photo-upload" search={{ inspectionId, category, aiRequest: 'false' }}>
            {uploadPhotos}
          </Link>
        </Button>
      )}
      <Button variant="secondary" disabled={!editable} onClick={onAddFinding}>
        <ClipboardPlus aria-hidden="true" />
        {t('Add Finding')}
      </Button>
    </section>
  );
}
