import { useMutation } from '@tanstack/react-query';
import {
  adminInspectionsSchema,
  inspectionSchema,
  previousInspectionSchema,
  type Inspection,
} from '#contract/inspections.ts';
import type { InspectionStatus } from '#contract/statuses.ts';
import { api } from '#web/lib/api.ts';
import { apiPages } from '#web/lib/pages.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

export interface InspectionFilter {
  status?: InspectionStatus;
  sort?: 'worst';
  q?: string;
  propertyId?: string;
  /** Only flagged inspections. */
  flagged?: 'true';
  /** Days in the local time zone, yyyy-MM-dd; both are included. */
  from?: string;
  to?: string;
}

/** The instant of a day and time in the local time zone. */
const instantOf = (day: string | undefined, time: string) =>
  day ? new Date(`${day}T${time}`).toISOString() : undefined;

/** All inspections for an admin, newest or worst first, with the number of matches per status. */
export const adminInspectionsPages = ({ from, to, ...filter }: InspectionFilter) =>
  apiPages('/api/admin/inspections', adminInspectionsSchema, {
    ...filter,
    from: instantOf(from, '00:00:00'),
    to: instantOf(to, '23:59:59.999'),
  });

export const previousInspectionQuery = (id: string) =>
  apiQuery(['/api/admin/inspections', id, 'previous'], previousInspectionSchema);

const invalidateRelated = () => invalidate('/api/admin/inspections', '/api/inspections', '/api/area-sessions');
const subject = ({ propertyName, area }: Inspection) => `${propertyName} - ${area}`;

const flagPath = (id: string) => `/api/admin/inspections/${id}/flag`;
const setFlag = ({ id }: Pick<Inspection, 'id'>, note: string) => api.post(flagPath(id), { note }, inspectionSchema);
const clearFlag = ({ id }: Pick<Inspection, 'id'>) => api.delete(flagPath(id), undefined, inspectionSchema);

/** The Undo action of a toast. */
const undo = (work: () => Promise<Inspection>) => ({
  label: 'Undo',
  run: () =>
    void work()
      .catch((error: unknown) => toastError('Flag not changed', error))
      .finally(invalidateRelated),
});

/** Flags an inspection for another reviewer, or changes the flag's note. */
export const useFlag = () =>
  useMutation({
    mutationFn: ({ inspection, note }: { inspection: Inspection; note: string }) => setFlag(inspection, note),
    onSuccess: (_, { inspection }) =>
      inspection.flag
        ? toast({ title: 'Note saved', description: subject(inspection) })
        : toast({
            title: 'Flagged for review',
            description: subject(inspection),
            action: undo(() => clearFlag(inspection)),
          }),
    onError: (error) => toastError('Not flagged', error),
    onSettled: invalidateRelated,
  });

export const useUnflag = () =>
  useMutation({
    mutationFn: (inspection: Inspection) => clearFlag(inspection),
    onSuccess: (_, inspection) =>
      toast({
        title: 'Flag removed',
        description: subject(inspection),
        action: undo(() => setFlag(inspection, inspection.flag?.note ?? '')),
      }),
    onError: (error) => toastError('Flag not removed', error),
    onSettled: invalidateRelated,
  });
