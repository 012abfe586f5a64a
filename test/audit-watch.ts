import type pg from 'pg';

const cleaning = 'a job deletes what has expired, which changes nothing that anybody entered';
const derived = 'figures that are derived from other rows, whose changes have their entries';

/** The tables that may change without an entry in the audit log, each with the reason. */
const unaudited: Readonly<Record<string, string>> = {
  account_tokens: `the mail job gives a link its token, whose request has its entry; ${cleaning}`,
  api_keys: 'the time and network of the last use, at most once a minute; creating and revoking have entries',
  app_state: 'how far the loading of the sample data has come, whose records have their entries',
  audit_head: 'the head of the audit log itself',
  case_events: 'the timeline of a case, which says that a mail was sent',
  data_exports: `asking for an export and its end have entries; ${cleaning}`,
  finding_sums: derived,
  frame_tracks: 'what the frames of a recording have shown so far; the findings made of it have entries',
  inspection_counts: derived,
  inspection_sums: derived,
  item_sums: derived,
  learning_runs: 'how far a training has come; its start and its end have entries',
  list_counts: derived,
  model_usage: 'what a model service charged, which the usage page shows',
  name_counts: derived,
  passkey_challenges: 'a sign-in or proof that was begun; its end has an entry',
  plan_shares:
    'how often and when a link was opened, by a visitor without an account; sharing and revoking have entries',
  plan_summaries: derived,
  provider_sign_ins: 'a sign-in at the identity provider that was begun; its end has an entry',
  scope_figures: derived,
  second_factors: cleaning,
  sessions: `the time, network and program of the last use, every ten minutes; ${cleaning}`,
  sign_in_challenges: 'a sign-in that was begun; its end has an entry, and a wrong code a line in the log',
  summed_changes: derived,
  taken_changes: cleaning,
  try_counts: 'counts of attempts, which must cost little and name nobody',
  webhook_deliveries: 'the log of deliveries itself',
};

/** The columns whose changes alone leave no entry, each with the reason. */
const unauditedColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  photos: {
    derived_at: 'copies are made again on demand, from the original, whose photo has its entry',
    height: 'the size of the copies',
    width: 'the size of the copies',
  },
};

/** The names of tables are quoted, except by the queue, which keeps no entries of what it notes about its jobs. */
const writing = /\b(?:insert into|update|delete from) "(\w+)"/gi;

function isColumnExempt(text: string, table: string): boolean {
  const exempt = unauditedColumns[table];
  const [, set] = /^update "\w+" set (.*?)(?: where | returning |$)/is.exec(text) ?? [];
  if (!exempt || set === undefined) return false;
  return [...set.matchAll(/"(\w+)" =/g)].every(([, column = '']) => column in exempt);
}

type Outcome = Pick<pg.QueryResult, 'rowCount' | 'command'>;
type Callback = (error: Error | null, outcome?: Outcome) => void;

/** What one connection has written in its transaction. */
class Watched {
  private readonly tables = new Set<string>();
  private inTransaction = false;

  /** Throws if the commit would leave a change without an entry. */
  before(text: string): void {
    if (/^\s*begin\b/i.test(text)) {
      this.inTransaction = true;
      this.tables.clear();
    }
    if (/^\s*rollback\s*;?\s*$/i.test(text)) {
      this.inTransaction = false;
      this.tables.clear();
    }
    if (!/^\s*commit\b/i.test(text)) return;
    this.inTransaction = false;
    this.refuse();
  }

  after(text: string, outcome: Outcome | undefined): void {
    if (!outcome?.rowCount) return;
    for (const [, table = ''] of text.matchAll(writing)) if (!isColumnExempt(text, table)) this.tables.add(table);
    if (!this.inTransaction) this.refuse();
  }

  private refuse(): void {
    const silent = [...this.tables].filter((name) => !(name in unaudited));
    const hasEntry = this.tables.has('audit_logs');
    this.tables.clear();
    if (silent.length > 0 && !hasEntry) throw new Error(`Changed without an audit entry: ${silent.join(', ')}`);
  }
}

/**
 * Makes a pool refuse every change of other tables than those above that writes no audit entry. The pool of each test
 * application does, so every test of a route tests that it leaves one.
 */
export function requireAuditEntries(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const watched = new Watched();
    const send = client.query.bind(client);
    const query = (...args: unknown[]): unknown => {
      const [statement] = args;
      const text = typeof statement === 'string' ? statement : ((statement as { text?: string } | null)?.text ?? '');
      watched.before(text);
      const last = args.at(-1);
      if (typeof last !== 'function')
        return Promise.resolve(Reflect.apply(send, client, args) as Promise<Outcome>).then((outcome) => {
          watched.after(text, outcome);
          return outcome;
        });
      const done: Callback = (error, outcome) => {
        let failure = error;
        try {
          watched.after(text, outcome);
        } catch (refusal) {
          failure = refusal as Error;
        }
        (last as Callback)(failure, outcome);
      };
      return Reflect.apply(send, client, [...args.slice(0, -1), done]);
    };
    Object.assign(client, { query });
  });
}
