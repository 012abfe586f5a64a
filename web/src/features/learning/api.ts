import { useMutation } from '@tanstack/react-query';
import { latestLearningRunSchema, learningStateSchema } from '#contract/learning.ts';
import { modelUsageSchema } from '#contract/model-usage.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

const path = '/api/admin/learning';
/** The training examples from people's verdicts, and the versions trained on them. */
export const learningQuery = apiQuery([path], learningStateSchema);
/** The latest training run with its progress. */
export const learningRunQuery = apiQuery([path, 'run'], latestLearningRunSchema);
/** What the AI service analyzed in a month such as 2026-11, and its cost. */
export const modelUsageQuery = (month: string) => apiQuery(['/api/admin/model-usage'], modelUsageSchema, { month });

export const useLearn = () =>
  useMutation({
    mutationFn: () => api.post(`${path}/run`, undefined, latestLearningRunSchema),
    onError: (error) => toastError('Learning not started', error),
    onSettled: () => invalidate(path),
  });

/** Switches to another version; null means the shipped one. */
export const useVersionChoice = () =>
  useMutation({
    mutationFn: (number: number | null) => api.put(`${path}/version`, { number }, learningStateSchema),
    onSuccess: (_state, number) =>
      toast({
        title: number === null ? 'The shipped version is in use' : `Version ${number} is in use`,
        description: 'It analyzes every photo from now on.',
      }),
    onError: (error) => toastError('Version not changed', error),
    onSettled: () => invalidate(path),
  });
