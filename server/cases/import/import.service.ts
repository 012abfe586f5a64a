import type { z } from 'zod';
import {
  importColumns,
  importLimits,
  type CasePreview,
  type ImportRow,
  type caseImportSchema,
} from '#contract/case-import.ts';
import { sameCaseKey, samePlaceKey } from '#contract/case-places.ts';
import { inspectionTypes } from '#contract/cases.ts';
import { earliestToday, isOverdue } from '#contract/due-dates.ts';
import type { Config } from '#server/config.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import { lockQuota } from '#server/platform/database/quota-lock.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { aDayAgo } from '#server/users/quotas.rules.ts';
import type { CasesService } from '../cases.service.ts';
import * as repository from '../cases.repository.ts';
import * as errors from './import.errors.ts';
import { dueDateOf, readCases, warningsOf, type ReadRow } from './import.rules.ts';

export interface CaseImportService {
  /** Shows what an import of the file would open, with the errors and duplicates of each line. Writes nothing. */
  preview(csv: string): Promise<CasePreview>;
  /** Opens all cases of the file except the lines left out; opens none if one of them has an error. */
  run(actor: Actor, input: z.output<typeof caseImportSchema>): Promise<{ imported: number }>;
}

type Duplicate = NonNullable<ImportRow['duplicate']>;
/** What a row repeats, as far as it does not depend on the owner. */
type Known = { kind: 'case'; id: string; caseNumber: string } | { kind: 'line'; line: number };

/** Reads the rows of a file; throws when it is not a list of cases. */
function read(csv: string) {
  const file = readCases(csv);
  if (!('fault' in file)) {
    if (file.rows.length > importLimits.rows) throw errors.importTooLong(importLimits.rows);
    return file;
  }
  if (file.fault === 'columns') throw errors.importColumnsMissing(file.missing);
  throw file.fault === 'quotes' ? errors.importQuoteOpen() : errors.importEmpty();
}

/** Maps each duplicate row to the open case, or the earlier line, for the same property; that of the same owner first. */
async function duplicatesOf(db: Executor, rows: readonly ReadRow[]): Promise<Map<number, Duplicate>> {
  const inputs = rows.flatMap(({ line, input }) => (input ? [{ line, input }] : []));
  const open = await repository.listOpenAt(
    db,
    inputs.map(({ input }) => input.propertyZipCode),
  );
  const [ofOwner, ofPlace] = [new Map<string, Known>(), new Map<string, Known>()];
  const add = (place: Parameters<typeof sameCaseKey>[0], known: Known) => {
    ofOwner.set(sameCaseKey(place), known);
    ofPlace.set(samePlaceKey(place), known);
  };
  for (const row of open) add(row, { kind: 'case', id: row.id, caseNumber: row.caseNumber });
  const found = new Map<number, Duplicate>();
  for (const { line, input } of inputs) {
    const same = ofOwner.get(sameCaseKey(input));
    const duplicate = same ?? ofPlace.get(samePlaceKey(input));
    if (duplicate) found.set(line, { ...duplicate, sameOwner: same !== undefined });
    if (!same) add(input, { kind: 'line', line });
  }
  return found;
}

export function createCaseImportService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  cases: CasesService;
}): CaseImportService {
  const { db, config, changes, cases } = deps;

  /**
   * Adds the errors that only the server can find: due dates in the past, and addresses that reached their daily limit.
   */
  async function check(executor: Executor, rows: readonly ReadRow[]): Promise<ReadRow[]> {
    const today = earliestToday(new Date());
    const sent = new Map<string, number>();
    for (const { input } of rows) {
      const address = input?.ownerEmail.toLowerCase();
      if (address && !sent.has(address)) sent.set(address, await repository.countSentTo(executor, address, aDayAgo()));
    }
    return rows.map((row) => {
      const found = [...row.errors];
      const dueDate = dueDateOf(row.cells);
      if (dueDate !== null && isOverdue(dueDate, today))
        found.push({ column: importColumns.dueDate, message: 'Due date cannot be in the past' });
      if (row.input) {
        const address = row.input.ownerEmail.toLowerCase();
        const before = sent.get(address) ?? 0;
        if (before >= config.casesPerAddress)
          found.push({ column: importColumns.ownerEmail, message: 'This address gets no more cases today' });
        else if (found.length === 0) sent.set(address, before + 1);
      }
      return found.length > 0 ? { ...row, input: null, errors: found } : row;
    });
  }

  return {
    async preview(csv) {
      const file = read(csv);
      const [rows, duplicates] = [await check(db, file.rows), await duplicatesOf(db, file.rows)];
      return {
        ignoredColumns: file.ignoredColumns,
        rows: rows.map(({ line, cells, errors: found }, index) => {
          const input = file.rows[index]?.input;
          return {
            line,
            propertyName: cells.propertyName ?? '',
            propertyCity: cells.propertyCity ?? '',
            ownerEmail: cells.ownerEmail ?? '',
            dueDate: input?.dueDate ?? cells.dueDate ?? '',
            inspectionType: input ? (inspectionTypes.find((type) => type === input.inspectionType) ?? null) : null,
            errors: found,
            warnings: warningsOf(cells),
            duplicate: duplicates.get(line) ?? null,
          };
        }),
      };
    },

    async run(actor, { id, csv, leftOut }) {
      const wanted = read(csv).rows.filter(({ line }) => !leftOut.includes(line));
      if (wanted.length === 0) throw errors.importEmpty();
      const repeatable = {
        id,
        target: 'case-import',
        content: { csv, leftOut },
        answerAgain: () => Promise.resolve({ imported: wanted.length }),
      };
      return changes.runOnce(actor.id, repeatable, async (change) => {
        const addresses = new Set(wanted.flatMap(({ input }) => input?.ownerEmail.toLowerCase() ?? []));
        // In one order, so that two imports cannot wait for each other.
        for (const address of [...addresses].toSorted()) await lockQuota(change.tx, address);
        const rows = await check(change.tx, wanted);
        const faulty = rows.filter(({ input }) => !input);
        const [first] = faulty;
        if (first) throw errors.importFaulty(first.line, first.errors[0]?.message ?? '', faulty.length);
        for (const { input } of rows) if (input) await cases.open(change, input);
        change.audit('case.imported', 'case', id, { cases: rows.length });
        return { imported: rows.length };
      });
    },
  };
}
