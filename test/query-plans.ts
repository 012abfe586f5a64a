import { escapeLiteral, type Pool, type PoolClient } from 'pg';
import { vi } from 'vitest';

interface Statement {
  text: string;
  values: unknown[];
}

/** A node of EXPLAIN (ANALYZE, FORMAT JSON), with the fields that are used. */
interface PlanNode {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

export interface QueryPlan {
  text: string;
  /** The number of rows in the result. */
  rows: number;
  /** Tables that are read by a sequential scan. */
  sequential: string[];
  /** Rows read from a table, by table and kind of scan. */
  reads: { scan: string; table: string; rows: number }[];
  /** The number of rows of each sort. */
  sorts: number[];
  /** The number of rows that went into counts and other aggregates. */
  aggregated: number;
  /** The plan as PostgreSQL prints it, for readers. */
  shown: string;
}

/** The statements that `work` sends through the pool. */
export async function statementsOf(pool: Pool, work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = [];
  const query = vi.spyOn(pool, 'query');
  try {
    await work();
    for (const [first, values] of query.mock.calls as unknown as [string | Statement, unknown[] | undefined][]) {
      const text = typeof first === 'string' ? first : first.text;
      sent.push({ text, values: values ?? (typeof first === 'string' ? [] : (first.values ?? [])) });
    }
  } finally {
    query.mockRestore();
  }
  return sent;
}

/** The texts of all statements that `work` sends, including those within transactions. */
export async function statementTextsOf(pool: Pool, work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const watched = new Map<PoolClient, PoolClient['query']>();
  const watch = (client: PoolClient) => {
    if (watched.has(client)) return;
    const { query } = client;
    watched.set(client, query);
    const counted = (...given: [string | { text: string }]): unknown => {
      sent.push(typeof given[0] === 'string' ? given[0] : given[0].text);
      return Reflect.apply(query, client, given);
    };
    Object.assign(client, { query: counted });
  };
  pool.on('acquire', watch);
  try {
    await work();
  } finally {
    pool.off('acquire', watch);
    for (const [client, query] of watched) Object.assign(client, { query });
  }
  return sent;
}

const total = (node: PlanNode) => Math.round(node['Actual Rows'] * node['Actual Loops']);
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
/** The number of rows that a node receives from its child nodes, without subplans that run once. */
const inputOf = (node: PlanNode) =>
  (node.Plans ?? [])
    .filter((child) => child['Parent Relationship'] === 'Outer')
    .reduce((sum, child) => sum + total(child), 0);

/** A page of the usual length is planned once for all values (server/platform/http/newest.ts). */
const isPlannedOnce = (text: string): boolean => /\blimit 51\b/i.test(text);

const textOf = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Runs what explains a statement, with the plan for these values or with the one for all values. */
async function explained(pool: Pool, { text, values }: Statement, options: string) {
  if (!isPlannedOnce(text)) return (await pool.query(`explain (${options}) ${text}`, values)).rows;
  const client = await pool.connect();
  try {
    await client.query(`prepare explained as ${text}`);
    await client.query('set plan_cache_mode = force_generic_plan');
    const given = values.map((value) => (value === null ? 'null' : escapeLiteral(textOf(value))));
    return (await client.query(`explain (${options}) execute explained (${given.join(', ')})`)).rows;
  } finally {
    await client.query('reset plan_cache_mode');
    await client.query('deallocate explained');
    client.release();
  }
}

/** Runs a statement and returns the plan that PostgreSQL used. */
export async function explain(pool: Pool, statement: Statement): Promise<QueryPlan> {
  const { text } = statement;
  const rows = await explained(pool, statement, 'analyze, format json');
  const plan = rows[0]['QUERY PLAN'][0].Plan as PlanNode;
  const nodes = nodesOf(plan);
  const reads = nodes
    .filter((node) => node['Relation Name'] && !node['Node Type'].startsWith('Bitmap Index'))
    .map((node) => ({
      scan: node['Node Type'],
      table: node['Relation Name'] ?? '',
      rows:
        total(node) +
        ((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) * node['Actual Loops'],
    }));
  const shown = await explained(pool, statement, 'analyze, timing off');
  return {
    text,
    rows: total(plan),
    sequential: reads.filter(({ scan }) => scan === 'Seq Scan').map(({ table }) => table),
    reads,
    sorts: nodes.filter((node) => node['Node Type'].endsWith('Sort')).map(inputOf),
    aggregated: Math.max(0, ...nodes.filter((node) => node['Node Type'] === 'Aggregate').map(inputOf)),
    shown: shown.map((row) => row['QUERY PLAN']).join('\n'),
  };
}
