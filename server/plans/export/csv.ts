import type { Plan } from '#contract/plans.ts';
import { csvOf } from '#server/platform/http/csv.ts';
import { columns, valueOf } from './columns.ts';
import { planNotes } from './texts.ts';
import type { Times } from './times.ts';

/** The items of a plan, one per line, and below them what the plan leaves out and where else its items are. */
export const toCsv = (plan: Plan, times: Times): Buffer =>
  csvOf([
    columns.map((column) => column.title),
    ...plan.items.map((item) => columns.map((column) => valueOf(column, item, plan, times))),
    ...planNotes(plan).map((note) => [note]),
  ]);
