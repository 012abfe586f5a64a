import { requirementLimits } from '#contract/cases.ts';
import type { Analyzer } from '#server/analysis/analyzer.service.ts';
import { PhotoRejected } from '#server/analysis/analysis.errors.ts';

export interface RequirementsService {
  /**
   * The requirements that a PDF lists; empty when it has no text layer. Throws 413 or 422 for a file that cannot be
   * read.
   */
  linesOf(pdf: Uint8Array): Promise<{ pageCount: number; lines: string[] }>;
}

export function createRequirementsService(deps: { analyzer: Analyzer }): RequirementsService {
  return {
    async linesOf(pdf) {
      try {
        const { pageCount, lines } = await deps.analyzer.readLines(pdf);
        const fitting = lines.slice(0, requirementLimits.lines);
        return { pageCount, lines: fitting.map((line) => line.slice(0, requirementLimits.characters).toWellFormed()) };
      } catch (error) {
        throw error instanceof PhotoRejected ? error.refusal : error;
      }
    },
  };
}
