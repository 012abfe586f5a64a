import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  PlanRequestInput,
  RequestAnswer,
  requestMessageSchema,
  requestWithdrawalSchema,
} from '#contract/plan-requests.ts';
import { planItemSchema } from '#contract/plans.ts';
import { plansOutdated } from '#web/features/plans/api.ts';
import { api } from '#web/lib/api.ts';

type Step =
  | { step: 'ask'; body: PlanRequestInput }
  | { step: 'answer'; body: RequestAnswer }
  | { step: 'withdraw'; body: z.input<typeof requestWithdrawalSchema> }
  | { step: 'messages'; body: z.input<typeof requestMessageSchema> };

/** Makes, answers or comments on a request about an item. The dialog shows a refusal itself. */
export const useRequestCall = (itemId: string) =>
  useMutation({
    mutationFn: ({ step, body }: Step) =>
      api.post(`/api/pip-items/${itemId}/requests${step === 'ask' ? '' : `/${step}`}`, body, planItemSchema),
    onSettled: plansOutdated,
  });
