import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { caseImportedSchema, casePreviewSchema, type caseImportSchema } from '#contract/case-import.ts';
import { plural } from '#contract/texts.ts';
import { api } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query.ts';
import { toast } from '#web/lib/toast.ts';

const path = '/api/admin/inspection-cases/import';

/** Previews what the import of a CSV file would do. */
export const usePreviewImport = () =>
  useMutation({ mutationFn: (csv: string) => api.post(`${path}/preview`, { csv }, casePreviewSchema) });

export const useImportCases = () =>
  useMutation({
    mutationFn: (input: z.input<typeof caseImportSchema>) => api.post(path, input, caseImportedSchema),
    onSuccess: async ({ imported }) => {
      toast({ title: `${plural(imported, 'case')} imported`, description: 'The owners get an e-mail' });
      await invalidate('/api/admin/inspection-cases', '/api/inspection-cases', '/api/admin/outbox');
    },
  });
