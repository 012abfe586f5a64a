import { Link } from '@tanstack/react-router';
import { ClipboardPlus, Images } from 'lucide-react';
import type { AreaCode } from '#contract/area-codes.ts';
import { Button } from '#web/ui/button.tsx';

interface QuickActionsProps {
  /** Null until the inspection is started. */
  inspectionId: string | null;
  category: AreaCode;
  editable: boolean;
  onAddFinding: () => void;
}

export function QuickActions({ inspectionId, category, editable, onAddFinding }: QuickActionsProps) {
  const uploadPhotos = (
    <>
      <Images aria-hidden="true" />
      Upload Photos
    </>
  );
  return (
    <section aria-label="Quick actions" className="grid grid-cols-2 gap-2.5">
      {inspectionId === null ? (
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
        Add Finding
      </Button>
    </section>
  );
}
