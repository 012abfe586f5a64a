import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { t } from '#contract/language.ts';
import { savedViewSchema, type SavedView, type SavedViewInput } from '#contract/saved-views.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

const path = '/api/user/saved-views';

/** The person's saved views of all lists, by name. */
export const savedViewsQuery = apiQuery([path], z.array(savedViewSchema));

const invalidateRelated = () => invalidate(path);

export const useSaveView = () =>
  useMutation({
    mutationFn: (input: SavedViewInput) => api.post(path, input, savedViewSchema),
    onSuccess: ({ name }) => toast({ title: t('View saved'), description: name }),
    onSettled: invalidateRelated,
  });

export const useRenameView = () =>
  useMutation({
    mutationFn: ({ id, name }: Pick<SavedView, 'id' | 'name'>) => api.patch(`${path}/${id}`, { name }, savedViewSchema),
    onSettled: invalidateRelated,
  });

export const useDeleteView = () =>
  useMutation({
    mutationFn: ({ id }: Pick<SavedView, 'id'>) => api.delete(`${path}/${id}`),
    onError: (error) => toastError(t('Not deleted'), error),
    onSettled: invalidateRelated,
  });
