/**
 * The baseline for the product's speed: only Fastify and pg, without sign-in, checks or logging. It answers one list
 * and one user, each with one statement, and prints its address. Set DATABASE_URL to the database and PERSON to a
 * user's id.
 */
import Fastify from 'fastify';
import pg from 'pg';
import { openFindingStatuses } from '#contract/findings.ts';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const app = Fastify();

/** The newest inspections with their property, inspector, photos and open findings. */
const list = {
  name: 'list',
  text: `select i.*, s.run_id, u.first_name, u.last_name,
      (select count(*)::int from photos p where p.area_session_id = i.area_session_id) as photo_count,
      (select count(*)::int from inspection_issues f where f.area_session_id = i.area_session_id
        and f.status = any($2)) as open_findings,
      (select count(*)::int from area_checklist_results r where r.area_session_id = i.area_session_id) as answered
    from inspections i join properties p on p.id = i.property_id join users u on u.id = i.user_id
      left join area_sessions s on s.id = i.area_session_id
    order by i.created_at desc, i.id desc limit $1`,
  values: [50, openFindingStatuses],
};
const person = { name: 'person', text: 'select * from users where id = $1', values: [process.env['PERSON']] };

app.get('/health', async () => ({ status: 'ok' }));
app.get('/person', async () => (await pool.query(person)).rows[0]);
app.get('/list', async () => (await pool.query(list)).rows);
process.stdout.write(`ready at ${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
