import { useState } from 'react';
import type { Finding } from '#contract/findings.ts';
import type { PhotoDialogProps } from '#web/features/photos/components/photo-view.tsx';

/** Which photo the photo dialog of a screen shows, and the finding that was pressed to open it. */
export function useOpenPhoto() {
  const [opened, setOpened] = useState<Pick<PhotoDialogProps, 'photoId' | 'findingId'>>({ photoId: null });
  const openPhoto = (photoId: string | null) => setOpened({ photoId });
  return {
    openPhoto,
    openFinding: ({ id, photoId }: Pick<Finding, 'id' | 'photoId'>) => setOpened({ photoId, findingId: id }),
    /** The properties of the dialog. */
    dialog: { ...opened, onPhoto: openPhoto },
  };
}
