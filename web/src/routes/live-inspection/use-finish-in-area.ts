import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import { areaSearchOf } from '#web/features/areas/area-search.ts';
import { toast } from '#web/lib/toast.ts';
import { uploadProblem } from '#web/lib/transfer/upload-problem.ts';

/** Saves the recording and opens the area's page, where the area is completed. */
export function useFinishInArea(save: () => Promise<void>) {
  const navigate = useNavigate();
  const [saving, setSaving] = useState(false);

  async function finish(areaSession: AreaSession) {
    setSaving(true);
    try {
      await save();
      const search = { ...areaSearchOf(areaSession), finish: 'true' as const };
      await navigate({ to: '/area-inspection', search, replace: true });
    } catch (error) {
      console.warn('The recording was not saved', error);
      setSaving(false);
      toast({
        title: t('The recording could not be saved'),
        description: t('{problem}. It is stored on this device. Try again when you are online.', {
          problem: uploadProblem(error),
        }),
        variant: 'destructive',
      });
    }
  }
  return [saving, finish] as const;
}
