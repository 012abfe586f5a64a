import { declareError } from '#server/platform/http/problem.ts';

export const checklistItemNotFound = declareError({
  status: 404,
  code: 'checklist_item_not_found',
  detail: 'Checklist item not found',
});
